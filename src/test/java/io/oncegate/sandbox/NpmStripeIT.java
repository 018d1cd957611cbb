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
import org.junit.jupiter.params.provider.ValueSource;

/** Stripe's own client takes the sandbox for Stripe. */
@Tag("external")
class NpmStripeIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;
    private static NpmReport report;

    @BeforeAll
    static void run() {
        sandbox = LiveSandbox.start(temporary);
        report = NpmScript.run("stripe.js", sandbox);
    }

    @AfterAll
    static void stop() {
        if (sandbox != null) {
            sandbox.close();
        }
    }

    @Test
    void createsConfirmsAndRetrieves() {
        assertThat(report.at("/paid/created/body/status")).isEqualTo("requires_payment_method");
        assertThat(report.at("/paid/confirmed/body/status")).isEqualTo("succeeded");
        assertThat(report.at("/paid/confirmed/body/id")).isEqualTo(report.at("/paid/created/body/id"));
        assertThat(report.at("/paid/retrieved/body")).isEqualTo(report.at("/paid/confirmed/body"));
        assertThat(report.at("/paid/charge/body/payment_intent")).isEqualTo(report.at("/paid/created/body/id"));
        assertThat(report.at("/paid/charge/body/paid")).isEqualTo(true);
        assertThat(charges("paid")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "confirmed"})
    void getsTheFirstAnswerAgainUnderItsKey(String step) {
        var first = "/replayed/" + step + "/0/";
        var second = "/replayed/" + step + "/1/";

        assertThat(report.at(second + "status")).isEqualTo(report.at(first + "status"));
        assertThat(report.at(second + "body")).isEqualTo(report.at(first + "body"));
        assertThat(report.at(first + "replayed")).isEqualTo(false);
        assertThat(report.at(second + "replayed")).isEqualTo(true);
        assertThat(report.at(second + "original")).isEqualTo(report.at(first + "request"));
        assertThat(report.at(second + "request")).isNotEqualTo(report.at(first + "request"));
        assertThat(charges("replayed")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "confirmed"})
    void seesAnIdempotencyErrorWhereAKeyComesWithOtherParameters(String step) {
        assertThat(report.at("/reused/" + step + "/error/type")).isEqualTo("StripeIdempotencyError");
        assertThat(report.at("/reused/" + step + "/status")).isEqualTo(400);
        assertThat(charges("reused")).isEqualTo(1);
    }

    @Test
    void cancelsAndConfirmsNoMore() {
        assertThat(report.at("/cancelled/cancelled/body/status")).isEqualTo("canceled");
        assertThat(report.at("/cancelled/cancelled/body/cancellation_reason")).isEqualTo("abandoned");
        assertThat(report.at("/cancelled/confirmed/error/type")).isEqualTo("StripeInvalidRequestError");
        assertThat(report.at("/cancelled/confirmed/error/code")).isEqualTo("payment_intent_unexpected_state");
        assertThat(report.at("/cancelled/confirmed/error/intent/status")).isEqualTo("canceled");
        assertThat(charges("cancelled")).isZero();
    }

    @Test
    void seesADeclineAsACardErrorAndTheSameOneUnderItsKey() {
        assertThat(report.at("/declined/declined/0/error/type")).isEqualTo("StripeCardError");
        assertThat(report.at("/declined/declined/0/error/code")).isEqualTo("card_declined");
        assertThat(report.at("/declined/declined/0/error/declineCode")).isEqualTo("generic_decline");
        assertThat(report.at("/declined/declined/0/status")).isEqualTo(402);
        assertThat(report.at("/declined/declined/1/error")).isEqualTo(report.at("/declined/declined/0/error"));
        assertThat(report.at("/declined/declined/1/replayed")).isEqualTo(true);
    }

    @Test
    void paysADeclinedIntentByAnotherMethod() {
        assertThat(report.at("/declined/left/body/status")).isEqualTo("requires_payment_method");
        assertThat(report.at("/declined/left/body/last_payment_error/code")).isEqualTo("card_declined");
        assertThat(report.at("/declined/paid/body/status")).isEqualTo("succeeded");
        assertThat(charges("declined")).isEqualTo(1);
    }

    @Test
    void seesTheIssuersReasonWhereATestCardIsDeclined() {
        assertThat(report.at("/withoutFunds/declined/error/type")).isEqualTo("StripeCardError");
        assertThat(report.at("/withoutFunds/declined/error/declineCode")).isEqualTo("insufficient_funds");
        assertThat(report.at("/withoutFunds/declined/error/message")).isEqualTo("Your card has insufficient funds.");
        assertThat(charges("withoutFunds")).isZero();
    }

    @Test
    void sendsAgainByItselfWhereTheIntentIsLockedAndIsChargedOnce() {
        var intent = (String) report.at("/locked/id");
        var key = report.order("locked") + "-second";

        assertThat(report.at("/locked/first/body/status")).isEqualTo("succeeded");
        assertThat(report.at("/locked/second/error/code")).isEqualTo("payment_intent_unexpected_state");
        assertThat(report.at("/locked/second/error/intent/status")).isEqualTo("succeeded");
        assertThat(keysOfConfirmations(intent).stream().filter(key::equals)).hasSizeGreaterThan(1);
        assertThat(charges("locked")).isEqualTo(1);
    }

    @Test
    void findsAnIntentByItsMetadata() {
        assertThat(report.at("/found/found/id")).isEqualTo(report.at("/found/id"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apply_then_drop                   | 2",
                "drop_before_apply,apply_then_drop | 3",
                "409_in_flight(1)                  | 2",
                "503                               | 2"
            })
    void sendsAgainByItselfUnderOneKeyAndIsChargedOnce(String verbs, int times) {
        var scenario = "/" + verbs;
        var intent = (String) report.at(scenario + "/id");

        assertThat(report.at(scenario + "/confirmed/body/status")).isEqualTo("succeeded");
        var keys = keysOfConfirmations(intent);
        assertThat(keys).hasSize(times).containsOnly(keys.get(0));
        assertThat(sandbox.ledger(report.order(verbs)))
                .singleElement()
                .extracting(entry -> ((JsonObject) entry).getString("key"))
                .isEqualTo(keys.get(0));
    }

    private static List<String> keysOfConfirmations(String intent) {
        return ReceivedKeys.of(
                sandbox, "Idempotency-Key", request -> request.getString("uri").endsWith("/" + intent + "/confirm"));
    }

    private static int charges(String scenario) {
        return sandbox.charges(report.order(scenario));
    }
}
