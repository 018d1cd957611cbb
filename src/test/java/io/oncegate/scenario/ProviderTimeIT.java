package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Waiting for a provider is no work of ours: no permit is held for it, and nothing is learnt from it. */
class ProviderTimeIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int PERMITS = 4;
    private static final int HANGING = 20;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        service = PayingInstance.on(database, SANDBOX.url())
                .with("ONCEGATE_PAYMENTS_CALL_TIMEOUT", "20s")
                .with("ONCEGATE_OVERLOAD_PERMITS_FLOOR", "1")
                .with("ONCEGATE_OVERLOAD_PERMITS_CEILING", String.valueOf(PERMITS))
                .start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    @Test
    void permitsAreFreeAndTheirNumberStaysWhileAProviderHangs() {
        // Given
        var tenant = Tenant.payingThrough("yookassa", service, database);
        var purchases = Stream.generate(() -> Purchase.of(tenant.client(), "sandbox:hang_then_apply(12000)"))
                .limit(HANGING)
                .toList();

        // When
        var answers = purchases.stream().map(Purchase::begin).toList();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> tenant.orders() == HANGING && meter("oncegate_overload_inflight") == 0);
        var plain = Tenant.at(service, database).client().placeOrder(Secrets.newKey(), Bodies.order("u", 1));

        // Then
        assertThat(plain.status()).isEqualTo(201);
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        assertThat(answers).allMatch(answer -> answer.join().status() / 100 == 2);
        assertThat(meter("oncegate_overload_limit")).isEqualTo(PERMITS);
    }

    private static double meter(String name) {
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
