package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An SDK of others takes the sandbox for YooKassa. */
@Tag("external")
class NpmYooKassaIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;
    private static NpmReport report;

    @BeforeAll
    static void run() {
        sandbox = LiveSandbox.start(temporary);
        report = NpmScript.run("yookassa.js", sandbox);
    }

    @AfterAll
    static void stop() {
        if (sandbox != null) {
            sandbox.close();
        }
    }

    @Test
    void createsAndLoads() {
        assertThat(report.at("/paid/created/body/status")).isEqualTo("succeeded");
        assertThat(report.at("/paid/created/body/amount/value")).isEqualTo("100.00");
        assertThat(report.at("/paid/loaded/body")).isEqualTo(report.at("/paid/created/body"));
        assertThat(charges("paid")).isEqualTo(1);
    }

    @Test
    void isPaidOnceThePayerConfirms() {
        assertThat(report.at("/confirmed/created/body/status")).isEqualTo("pending");
        assertThat(report.at("/confirmed/created/body/paid")).isEqualTo(false);
        assertThat(report.at("/confirmed/loaded/body/status")).isEqualTo("succeeded");
        assertThat(report.at("/confirmed/loaded/body/id")).isEqualTo(report.at("/confirmed/created/body/id"));
        assertThat(charges("confirmed")).isEqualTo(1);
    }

    @Test
    void getsTheFirstPaymentAgainUnderItsKey() {
        assertThat(report.at("/replayed/created/0/body/status")).isEqualTo("succeeded");
        assertThat(report.at("/replayed/created/1")).isEqualTo(report.at("/replayed/created/0"));
        assertThat(charges("replayed")).isEqualTo(1);
    }

    @Test
    void seesAnErrorWhereAKeyComesWithAnotherBody() {
        assertThat(report.at("/reused/created/0/body/status")).isEqualTo("succeeded");
        assertThat(report.at("/reused/created/1/error/type")).isEqualTo("YooKassaErr");
        assertThat(report.at("/reused/created/1/error/code")).isEqualTo("invalid_request");
        assertThat(report.at("/reused/created/1/error/message")).isEqualTo("Idempotence key duplicated");
        assertThat(charges("reused")).isEqualTo(1);
    }

    @Test
    void cancelsWhatIsHeld() {
        assertThat(report.at("/cancelled/held/body/status")).isEqualTo("waiting_for_capture");
        assertThat(report.at("/cancelled/cancelled/0/body/status")).isEqualTo("canceled");
        assertThat(report.at("/cancelled/cancelled/0/body/cancellation_details/party"))
                .isEqualTo("merchant");
        assertThat(report.at("/cancelled/cancelled/1")).isEqualTo(report.at("/cancelled/cancelled/0"));
        assertThat(charges("cancelled")).isZero();
    }

    @Test
    void capturesWhatIsHeldOnceUnderItsKey() {
        var order = report.order("captured");

        assertThat(report.at("/captured/held/body/status")).isEqualTo("waiting_for_capture");
        assertThat(report.at("/captured/captured/0/body/status")).isEqualTo("succeeded");
        assertThat(report.at("/captured/captured/0/body/id")).isEqualTo(report.at("/captured/held/body/id"));
        assertThat(report.at("/captured/captured/1")).isEqualTo(report.at("/captured/captured/0"));
        assertThat(report.at("/captured/loaded/body")).isEqualTo(report.at("/captured/captured/0/body"));
        assertThat(keysOfCharges(order)).containsExactly(order + "-capture");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inPart  | The sandbox captures the whole amount only",
                "tooLate | Incorrect payment_id. The payment has an invalid status: canceled. Specify one that is"
                        + " waiting_for_capture"
            })
    void seesAnErrorWhereItCannotCapture(String scenario, String message) {
        assertThat(report.at("/" + scenario + "/captured/error/code")).isEqualTo("invalid_request");
        assertThat(report.at("/" + scenario + "/captured/error/message")).isEqualTo(message);
        assertThat(charges(scenario)).isZero();
    }

    @Test
    void seesADeclineAsACancelledPayment() {
        assertThat(report.at("/declined/created/body/status")).isEqualTo("canceled");
        assertThat(report.at("/declined/created/body/cancellation_details/party"))
                .isEqualTo("payment_network");
        assertThat(charges("declined")).isZero();
    }

    @Test
    void sendsAgainByItselfUnderOneKeyAndIsChargedOnce() {
        var order = report.order("lost");

        assertThat(report.at("/lost/created/body/status")).isEqualTo("succeeded");
        var keys = ReceivedKeys.of(
                sandbox, "Idempotence-Key", request -> request.getString("body").contains(order));
        assertThat(keys).hasSize(2).containsOnly(keys.get(0));
        assertThat(keysOfCharges(order)).containsExactly(keys.get(0));
    }

    @Test
    void sendsALostCaptureAgainByItselfUnderOneKeyAndIsChargedOnce() {
        var id = (String) report.at("/lostCapture/captured/body/id");

        assertThat(report.at("/lostCapture/captured/body/status")).isEqualTo("succeeded");
        var keys = ReceivedKeys.of(
                sandbox, "Idempotence-Key", request -> request.getString("uri").endsWith(id + "/capture"));
        assertThat(keys).hasSize(2).containsOnly(keys.get(0));
        assertThat(keysOfCharges(report.order("lostCapture"))).containsExactly(keys.get(0));
    }

    @Test
    void isToldOfAPaymentThatIsNotThere() {
        assertThat(report.at("/missing/loaded/error/type")).isEqualTo("YooKassaErr");
        assertThat(report.at("/missing/loaded/error/code")).isEqualTo("not_found");
    }

    private static List<String> keysOfCharges(String order) {
        return sandbox.ledger(order).stream()
                .map(JsonObject.class::cast)
                .map(entry -> entry.getString("key"))
                .toList();
    }

    private static int charges(String scenario) {
        return sandbox.charges(report.order(scenario));
    }
}
