package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Hundreds of payments that are open at the same time, and keys that live as long as it takes. */
class PaymentBacklogIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int OPEN = 200;
    private static final int AT_ONCE = 4;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;
    private static Tenant crowded;
    private static List<Purchase> open;

    @BeforeAll
    static void placeThem() {
        database = TestServers.shared().freshDatabase();
        var launch = PayingInstance.on(database, SANDBOX.url())
                // In bites of a few a look, two hundred would take longer than anybody waits here.
                .with("ONCEGATE_PAYMENTS_CHECK_INTERVAL", "5s")
                .with("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1s")
                .with("ONCEGATE_OPERATIONS_ORDERS_RETENTION", "3s");
        PayingInstance.set(launch, "yookassa", "calls-per-second", "50");
        service = launch.start();

        crowded = Tenant.payingThrough("yookassa", service, database);
        var client = crowded.client();
        open = place(client, "sandbox:apply_after(600000)");
    }

    /** As many as make a backlog; what becomes of them is not known yet. */
    @CanIgnoreReturnValue
    private static List<Purchase> place(Client client, String method) {
        var purchases =
                Stream.generate(() -> Purchase.of(client, method)).limit(OPEN).toList();
        var people = Executors.newFixedThreadPool(AT_ONCE);
        try {
            purchases.stream()
                    .map(purchase -> CompletableFuture.supplyAsync(purchase::place, people))
                    .toList()
                    .forEach(answer -> assertThat(answer.join().status()).isEqualTo(202));
        } finally {
            people.shutdownNow();
        }
        return purchases;
    }

    @AfterAll
    static void end() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    @Test
    void whatIsNewDoesNotWaitForAllThatIsOld() {
        var fresh = Purchase.of(crowded.client(), "sandbox:apply_then_drop");

        assertThat(fresh.place().status()).isEqualTo(202);

        fresh.awaitStatus("paid");
        assertThat(SANDBOX.charges(fresh.orderId())).hasSize(1);
        assertAllAreOpen();
    }

    /** Whoever has done what it took looks for more at once. */
    @Test
    void aBacklogIsWorkedOffInAFewLooks() {
        var tenant = Tenant.payingThrough("tbank", service, database);

        place(tenant.client(), "sandbox:apply_after(1000)");

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> database.count(
                                "SELECT count(*) FROM orders WHERE tenant_id = ? AND status = 'paid'", tenant.id())
                        == OPEN);
    }

    @Test
    void aFinishedKeyIsForgottenAfterItsLifeAndAnOpenOneNever() {
        var tenant = Tenant.payingThrough("stripe", service, database);
        var finished = Purchase.of(tenant.client(), "pm_card");
        var paid = finished.placeUntilTold();
        assertThatAnswer(paid).isAnOrder();

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> tenant.statusOf(finished.key()).isEmpty());

        assertThat(lived(tenant, finished)).isTrue();
        assertAllAreOpen();
        assertThat(open.get(0).place().status()).isEqualTo(202);
        var again = finished.place();
        assertThatAnswer(again).isANewOrder();
        assertThat(Client.orderId(again)).isNotEqualTo(Client.orderId(paid));
    }

    /** Whether the order's key was finished as long ago as it is kept. */
    private static boolean lived(Tenant tenant, Purchase purchase) {
        return database.count(
                        "SELECT count(*) FROM payments WHERE tenant_id = ? AND order_id = ?"
                                + " AND updated_at <= now() - interval '3 seconds'",
                        tenant.id(),
                        purchase.orderId())
                == 1;
    }

    private static void assertAllAreOpen() {
        assertThat(database.count(
                        "SELECT count(*) FROM idempotency_keys AS k JOIN orders AS o"
                                + " ON o.tenant_id = k.tenant_id AND o.order_id = k.resource_id"
                                + " WHERE k.tenant_id = ? AND k.status = 'in_progress' AND o.status = 'payment_pending'",
                        crowded.id()))
                .isEqualTo(OPEN);
    }
}
