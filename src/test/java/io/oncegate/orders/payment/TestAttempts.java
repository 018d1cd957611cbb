package io.oncegate.orders.payment;

import static io.oncegate.orders.payment.AttemptStatus.UNKNOWN;

import io.oncegate.orders.Order;
import io.oncegate.orders.OrderPayment;
import io.oncegate.orders.OrderStatus;
import io.oncegate.payments.Charge;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.ProviderOperation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** Attempts as a worker might hold them. */
public final class TestAttempts {
    private static final UUID NOBODY = new UUID(0, 0);

    private TestAttempts() {}

    /** The first attempt to have an order paid, by a request that says what it is about. */
    public static Attempt first(String attemptId, Order order, String clientKey, ProviderOperation operation) {
        var instruction = new Instruction(account(order), "request-of-" + order.id(), clientKey, "pm_card", null);
        return Attempt.first(attemptId, order, instruction, NOBODY, charge -> request(operation, charge));
    }

    /** What comes after an attempt. */
    public static Attempt next(Attempt attempt, String attemptId, UUID worker, ProviderOperation operation) {
        return attempt.next(attemptId, worker, request(operation, attempt.nextCharge()));
    }

    public static Review because(String reason) {
        return Review.because(reason);
    }

    public static Attempt heldBy(Attempt attempt, UUID worker) {
        return attempt.heldBy(worker);
    }

    public static FrozenRequest request(ProviderOperation operation, Charge charge) {
        var body = operation.wire() + " " + charge.reference();
        return new FrozenRequest(
                operation,
                "/" + operation.wire(),
                "text/plain",
                body.getBytes(StandardCharsets.UTF_8),
                "key-" + charge.reference() + "-" + operation.wire());
    }

    public static FrozenRequest request(ProviderOperation operation, Attempt attempt) {
        return request(operation, attempt.charge());
    }

    public static Order order(String tenant, String id, String account) {
        return new Order(
                tenant,
                id,
                "default",
                "user-17",
                1999,
                "EUR",
                null,
                null,
                null,
                OrderStatus.PAYMENT_PENDING,
                Instant.parse("2026-01-02T03:04:05.678Z"),
                OrderPayment.begun(account));
    }

    /** One whose outcome is not known, at {@code operation}. */
    static Attempt unknown(ProviderOperation operation, String externalId, Attempt.Times times) {
        var order = order("acme", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "stripe");
        var first = first("01BX5ZZKBKACTAV9WEVGEMMVRZ", order, "key", operation);
        return with(first, new State(UNKNOWN, externalId, false, 0), times);
    }

    /** What differs from an attempt that has just begun. */
    record State(AttemptStatus status, String externalId, boolean errorAnswered, int absences) {}

    static Attempt with(Attempt attempt, State state, Attempt.Times times) {
        var progress = new Attempt.Progress(
                state.status(),
                attempt.request(),
                state.externalId(),
                state.errorAnswered(),
                attempt.checks(),
                state.absences());
        return new Attempt(
                attempt.id(),
                attempt.order(),
                attempt.instruction(),
                attempt.number(),
                attempt.worker(),
                progress,
                times);
    }

    private static String account(Order order) {
        return order.payment().account();
    }
}
