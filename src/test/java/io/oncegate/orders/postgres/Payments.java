package io.oncegate.orders.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.idempotency.Claim;
import io.oncegate.idempotency.IdempotencyConfig;
import io.oncegate.idempotency.IdempotencyStore;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.identity.CanonicalForm;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.identity.KeySource;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.postgres.TestStores;
import io.oncegate.orders.OrderStatus;
import io.oncegate.orders.PaymentStatus;
import io.oncegate.orders.payment.Attempt;
import io.oncegate.orders.payment.AttemptStatus;
import io.oncegate.orders.payment.Attempts;
import io.oncegate.orders.payment.HearOfPayment;
import io.oncegate.orders.payment.Settlement;
import io.oncegate.orders.payment.TestAttempts;
import io.oncegate.orders.payment.TestHearing;
import io.oncegate.payments.Accounts;
import io.oncegate.payments.ProviderOperation;
import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.oncegate.request.StrictJson;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** The stores of orders that are paid, on a real PostgreSQL, and what lies in their tables. */
final class Payments implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(30);
    static final String TENANT = "acme";
    static final Attempts.Windows WINDOWS = new Attempts.Windows(
            Duration.ofHours(20), Duration.ofSeconds(60), Duration.ofMinutes(15), Duration.ofHours(24));
    static final Attempts.Windows TOO_LATE_TO_PAY =
            new Attempts.Windows(Duration.ofHours(20), Duration.ofSeconds(60), Duration.ZERO, Duration.ofHours(24));

    private static final CanonicalForm FORM = new CanonicalForm(List.of());
    private static final OperationKind KIND =
            new OperationKind("orders", "POST", "/v1/orders", Duration.ofDays(7), LONG, KeySource.CLIENT, FORM);
    private static final Caller CALLER = new Caller(TENANT, "default", Plan.STANDARD, Scope.USUAL);
    private static final AtomicLong NUMBER = new AtomicLong();

    private final Database database;
    private final TestStatements storage;
    private final IdempotencyStore keys;
    private final Attempts attempts;

    Payments(Database database) {
        this.database = database;
        this.storage = TestStatements.on(database);
        var config = Settings.of(IdempotencyConfig.class);
        this.keys = TestStores.on(storage, config);
        this.attempts = new PgAttempts(storage.statements(), new RandomTokens(), config);
    }

    Attempts attempts() {
        return attempts;
    }

    /** What hears of these payments; what it asks for, it asks {@code providers}. */
    HearOfPayment hearing(Accounts providers) {
        return TestHearing.on(attempts, KIND, providers);
    }

    /** A webhook that has come in and is not applied yet. */
    String event(String account) {
        var id = ulid();
        database.execute(
                "INSERT INTO webhook_events (event_id, account, event_key, type, body, body_sha256)"
                        + " VALUES (?, ?, ?, 'any', 'x', sha256('x'))",
                id,
                account,
                id);
        return id;
    }

    Map<String, Object> storedEvent(String id) {
        return one("SELECT * FROM webhook_events WHERE event_id = ?", id);
    }

    /** Places an order and begins its payment, as P1 does; the worker that claimed its key holds the attempt. */
    Attempt begin(String account, ProviderOperation operation, Attempts.Windows windows) {
        return begin(ulid(), account, operation, windows);
    }

    Attempt begin(String id, String account, ProviderOperation operation, Attempts.Windows windows) {
        var first = TestAttempts.first(ulid(), TestAttempts.order(TENANT, id, account), "key-" + id, operation);
        var held = begin(first, windows);
        assertThat(held.resourceId()).isEqualTo(id);
        return TestAttempts.heldBy(first, held.token());
    }

    Attempt begin(ProviderOperation operation) {
        return begin("account-" + NUMBER.incrementAndGet(), operation, WINDOWS);
    }

    private Held begin(Attempt first, Attempts.Windows windows) {
        var claim = await(keys.claimNew(request(first), UUID.randomUUID(), attempts.beginning(first, windows)));
        return claim.match(
                held -> held,
                rival -> {
                    throw new AssertionError("the key is new");
                },
                () -> {
                    throw new AssertionError("the key is new");
                });
    }

    Claim claimAgain(Attempt attempt) {
        return await(keys.claimNew(request(attempt), attempt.worker(), attempts.beginning(attempt, WINDOWS)));
    }

    private static IdempotentRequest request(Attempt attempt) {
        var json = StrictJson.parse("{}".getBytes(StandardCharsets.UTF_8));
        var scope = new KeyScope(
                TENANT, "default", "POST", "/v1/orders", attempt.instruction().clientKey());
        return new IdempotentRequest(
                KIND, CALLER, scope, FORM.fingerprint(json), json, Duration.ZERO, Deadline.in(LONG));
    }

    static Settlement paid(String externalId) {
        return settlement(AttemptStatus.SUCCEEDED, PaymentStatus.PAID, OrderStatus.PAID, externalId, 201);
    }

    static Settlement declined() {
        return settlement(AttemptStatus.DECLINED, PaymentStatus.FAILED, OrderStatus.PAYMENT_FAILED, null, 402);
    }

    static Settlement actionRequired(String externalId) {
        return settlement(
                AttemptStatus.ACTION_REQUIRED,
                PaymentStatus.ACTION_REQUIRED,
                OrderStatus.PAYMENT_ACTION_REQUIRED,
                externalId,
                201);
    }

    private static Settlement settlement(
            AttemptStatus attempt, PaymentStatus payment, OrderStatus order, String externalId, int status) {
        Set<AttemptStatus> open = EnumSet.of(
                AttemptStatus.PREPARED,
                AttemptStatus.SENDING,
                AttemptStatus.UNKNOWN,
                AttemptStatus.PENDING,
                AttemptStatus.ACTION_REQUIRED);
        var body = (status + " " + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
        return new Settlement(
                open,
                attempt,
                payment,
                order,
                status == 402 ? "declined" : null,
                externalId,
                null,
                new RecordedResponse(status, "application/json", "/v1/orders/x", body),
                Duration.ofDays(7),
                Duration.ofSeconds(1),
                null,
                null);
    }

    boolean settle(Attempt attempt, Settlement settlement) {
        return await(attempts.settle(attempt.id(), settlement, Deadline.in(LONG)));
    }

    Map<String, Object> attempt(Attempt attempt) {
        return one("SELECT * FROM payment_attempts WHERE attempt_id = ?", attempt.id());
    }

    Map<String, Object> payment(Attempt attempt) {
        return one("SELECT * FROM payments WHERE order_id = ?", attempt.order().id());
    }

    Map<String, Object> order(Attempt attempt) {
        return one("SELECT * FROM orders WHERE order_id = ?", attempt.order().id());
    }

    Map<String, Object> key(Attempt attempt) {
        return one(
                "SELECT *, locked_until > now() AS held FROM idempotency_keys WHERE key = ?",
                attempt.instruction().clientKey());
    }

    private Map<String, Object> one(String sql, String id) {
        var rows = database.query(sql, id);
        assertThat(rows).as(sql).hasSize(1);
        return rows.get(0);
    }

    /** As if time had passed: whatever the attempt waits for is over. */
    void makeDue(Attempt attempt) {
        database.execute(
                "UPDATE payment_attempts SET next_check_at = now() - interval '1 second', locked_until = NULL,"
                        + " checked_at = now() - interval '1 minute' WHERE attempt_id = ?",
                attempt.id());
    }

    Database database() {
        return database;
    }

    <T> T await(Uni<T> uni) {
        return uni.subscribeAsCompletionStage().join();
    }

    static String ulid() {
        return "01%024d".formatted(System.nanoTime() % 1_000_000_000_000L * 1_000_000L + NUMBER.incrementAndGet());
    }

    @Override
    public void close() {
        storage.close();
    }

    private static final class RandomTokens implements Ids {
        @Override
        public String ulid() {
            return Payments.ulid();
        }

        @Override
        public UUID token() {
            return UUID.randomUUID();
        }
    }
}
