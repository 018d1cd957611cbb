package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A provider that nobody reaches for a while. Nothing is lost by it, and nothing is held against an order afterwards. */
class PaymentOutageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    /** After as many, whoever is looked after more and more seldom waits for minutes. */
    private static final int MANY_LOOKS = 7;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static FaultProxy network;
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = FaultProxy.to(SANDBOX.url().getHost(), SANDBOX.url().getPort());
        service = PayingInstance.on(database, URI.create("http://%s:%d".formatted(FaultProxy.host(), network.port())))
                .start();
    }

    @AfterEach
    void mend() {
        network.pass();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        network.close();
    }

    static List<String> dialects() {
        return PayingInstance.DIALECTS;
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void whatCouldNotBeSentIsPaidWhenItCan(String dialect) {
        var purchase =
                Purchase.of(Tenant.payingThrough(dialect, service, database).client(), "pm_card");
        // Another test may have opened the account's breaker.
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> Purchase.of(
                                        Tenant.payingThrough(dialect, service, database)
                                                .client(),
                                        "pm_card")
                                .place()
                                .status()
                        == 201);
        network.refuse();
        assertThat(purchase.place().status()).isEqualTo(202);
        assertThat(SANDBOX.requestsAbout(List.of(purchase.orderId()))).isEmpty();

        network.pass();

        purchase.awaitStatus("paid");
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    @Test
    void howOftenItCouldNotBeSentIsNotHeldAgainstItsLostAnswer() {
        // Given
        var tenant = Tenant.payingThrough("yookassa", service, database);
        var purchase = Purchase.of(tenant.client(), "sandbox:apply_then_drop");
        var before = neverLeft();
        network.refuse();
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
            purchase.place();
            return neverLeft() - before >= MANY_LOOKS;
        });

        // When
        network.pass();
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
            purchase.place();
            return !SANDBOX.charges(purchase.orderId()).isEmpty();
        });

        // Then
        purchase.awaitStatus("paid");
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    /** How often a charge at the account could not be sent. */
    private static double neverLeft() {
        var series = "oncegate_provider_calls_total{account=\"yookassa\",operation=\"charge\",outcome=\"not_sent\"}";
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .sum();
    }
}
