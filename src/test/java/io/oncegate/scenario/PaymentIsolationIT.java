package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one account suffers from is felt by nobody else. */
class PaymentIsolationIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int IN_FLIGHT = 2;
    private static final int ORDERS = 20;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        // As patient as in production, and with as many connections to the database as one account's calls may hang.
        var launch = PayingInstance.on(database, SANDBOX.url())
                .with("ONCEGATE_DB_POOL_SIZE", String.valueOf(IN_FLIGHT))
                .with("ONCEGATE_PAYMENTS_SEND_WITHIN", "2s")
                .with("ONCEGATE_PAYMENTS_CALL_TIMEOUT", "30s")
                .with("ONCEGATE_IDEMPOTENCY_LEASE", "60s");
        for (var dialect : PayingInstance.DIALECTS) {
            PayingInstance.account(launch, revoked(dialect), dialect);
            PayingInstance.set(launch, revoked(dialect), "id", "revoked-id");
            PayingInstance.set(launch, revoked(dialect), "secret", "revoked-secret");
        }
        PayingInstance.account(launch, "hanging", "yookassa");
        PayingInstance.set(launch, "hanging", "in-flight", String.valueOf(IN_FLIGHT));
        service = launch.start();
        // The first of each kind takes long, and what is too late is not sent.
        PayingInstance.DIALECTS.forEach(dialect -> assertThat(
                        Purchase.of(tenant(dialect).client(), "pm_card")
                                .placeUntilTold()
                                .status())
                .isEqualTo(201));
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    static List<String> dialects() {
        return PayingInstance.DIALECTS;
    }

    private static String revoked(String dialect) {
        return dialect + "-revoked";
    }

    private static Tenant tenant(String account) {
        return Tenant.payingThrough(account, service, database);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void aRevokedKeyStopsItsAccountAndNoOther(String dialect) {
        // When
        var tenant = tenant(revoked(dialect));
        var first = Purchase.of(tenant.client(), "pm_card");
        var second = Purchase.of(tenant.client(), "pm_card");
        assertThat(first.place().status()).isEqualTo(202);
        var refused = second.place();
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
            assertThat(first.place().status()).isEqualTo(202);
            return "breaker-open".equals(attempt(tenant, first).get("last_outcome"));
        });

        // Then
        assertThat(attempt(tenant, first)).containsEntry("status", "prepared");
        assertIsUnavailable(refused);
        assertThat(tenant.orders()).isEqualTo(1);
        assertThat(tenant.statusOf(second.key())).isEmpty();
        assertThat(SANDBOX.requestsAbout(List.of(first.orderId()))).hasSize(1);
        var elsewhere = Purchase.of(tenant(dialect).client(), "pm_card");
        assertThat(elsewhere.place().status()).isEqualTo(201);
        assertThat(SANDBOX.charges(elsewhere.orderId())).hasSize(1);
    }

    private static void assertIsUnavailable(RawResponse answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(Client.slug(answer)).isEqualTo("provider-unavailable");
        assertThat(answer.header("Retry-After")).isPresent();
    }

    private static Map<String, Object> attempt(Tenant tenant, Purchase purchase) {
        return tenant.attempts(purchase.orderId()).get(0);
    }

    @Test
    void aProviderThatHangsTiesUpNothingButItsOwnCalls() {
        // Given
        var tenant = tenant("hanging");
        var purchases = Stream.generate(() -> Purchase.of(tenant.client(), "sandbox:hang(60000)"))
                .limit(IN_FLIGHT)
                .toList();
        var hanging = purchases.stream().map(Purchase::begin).toList();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() ->
                        SANDBOX.postsAbout(purchases.stream().map(Purchase::key).toList())
                                        .size()
                                == IN_FLIGHT);
        var plain = Tenant.at(service, database);
        var client = plain.client();

        // When
        var oneMore = Purchase.of(tenant.client(), "pm_card");
        assertIsUnavailable(oneMore.place());
        for (var order = 0; order < ORDERS; order++) {
            assertThat(client.placeOrder(Secrets.newKey(), Bodies.order("u", 1)).status())
                    .isEqualTo(201);
        }
        var sessions = sessions();
        var elsewhere = Purchase.of(tenant("yookassa").client(), "pm_card").place();

        // Then
        assertThat(hanging).noneMatch(CompletableFuture::isDone);
        assertThat(tenant.orders()).isEqualTo(IN_FLIGHT);
        assertThat(tenant.statusOf(oneMore.key())).isEmpty();
        assertThat(sessions).as("sessions of the service").contains("idle").doesNotContain("idle in transaction");
        assertThat(elsewhere.status()).isEqualTo(201);
    }

    private static List<Object> sessions() {
        return database
                .query(
                        "SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                .stream()
                .map(session -> session.get("state"))
                .toList();
    }
}
