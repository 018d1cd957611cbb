package io.oncegate.orders.payment;

import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.idempotency.operation.Operations;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.orders.Order;
import io.oncegate.orders.OrderAnswers;
import io.oncegate.orders.OrderPayment;
import io.oncegate.orders.OrderStatus;
import io.oncegate.orders.PaymentStatus;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Records what became of an order's payment: the attempt, the payment, the order, and the answer that its key stands for
 * from then on, in one statement. Whoever learns an outcome first, records it; the others find it recorded.
 */
@ApplicationScoped
public class SettleOrder {

    private static final Logger LOG = Logger.getLogger(SettleOrder.class);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration WHEN_SOMEBODY_HAS_LOOKED = Duration.ofHours(1);
    private static final Set<AttemptStatus> BEFORE_THE_PAYER =
            EnumSet.range(AttemptStatus.PREPARED, AttemptStatus.PENDING);
    private static final String REFUNDED = "refunded";

    private final Attempts attempts;
    private final OrderAnswers answers;
    private final PaymentMetrics metrics;
    private final OperationKind kind;

    SettleOrder(Attempts attempts, OrderAnswers answers, PaymentMetrics metrics, Operations operations) {
        this.attempts = attempts;
        this.answers = answers;
        this.metrics = metrics;
        this.kind = operations.get("orders");
    }

    /** The money moved. Where the order has ended without, or was paid by another attempt, an operator decides. */
    Uni<Recording> paid(Attempt attempt, String externalId) {
        return record(attempt, asPaid(attempt, externalId))
                .chain(recording -> recording instanceof Recording.Fenced
                        ? late(attempt, externalId, null).replaceWith(recording)
                        : Uni.createFrom().item(recording));
    }

    /** The payer has to do something. The order's key is finished with where; reading the order tells the rest. */
    Uni<Recording> actionRequired(Attempt attempt, String externalId, String redirectUrl) {
        return record(attempt, asActionRequired(attempt, externalId, redirectUrl));
    }

    /** The means of payment was refused. */
    Uni<Recording> declined(Attempt attempt, String reason, @Nullable String externalId) {
        return record(attempt, asDeclined(attempt, reason, externalId));
    }

    /** The request was refused as malformed. */
    Uni<Recording> rejected(Attempt attempt, String reason) {
        LOG.warnf(
                "a provider refused a request as malformed account=%s reason=%s",
                attempt.instruction().account(), reason);
        Problem problem = Problem.of(
                        ProblemType.PAYMENT_REJECTED,
                        "The provider cannot process this payment as it was asked for. Nothing was charged.")
                .with("reason", reason);
        return record(attempt, asFailed(attempt, AttemptStatus.REJECTED, reason, null, problem));
    }

    /** The money moved, and all of it was given back. */
    Uni<Recording> refunded(Attempt attempt, String externalId) {
        return record(attempt, asRefunded(attempt, externalId));
    }

    /** No money moved, and none will. One worker's conclusion, and void once another one goes on. */
    Uni<Recording> notExecuted(Attempt attempt) {
        return record(attempt, asNotExecuted(attempt).by(attempt.worker()));
    }

    /** What an operator's verdict about an attempt comes to. */
    Settlement as(Verdict verdict, Attempt attempt) {
        String externalId = verdict.externalId() == null ? attempt.externalId() : verdict.externalId();
        return switch (verdict.outcome()) {
            case SUCCEEDED -> asPaid(attempt, Objects.requireNonNull(externalId, "checked when it was read"));
            case NOT_EXECUTED -> asNotExecuted(attempt);
            case DECLINED -> asDeclined(attempt, "operator", externalId);
            case REFUNDED -> asRefunded(attempt, externalId);
        };
    }

    Settlement asActionRequired(Attempt attempt, String externalId, String redirectUrl) {
        Order order = order(
                attempt, OrderStatus.PAYMENT_ACTION_REQUIRED, PaymentStatus.ACTION_REQUIRED, externalId, redirectUrl);
        return settlement(BEFORE_THE_PAYER, AttemptStatus.ACTION_REQUIRED, order, null, answers.created(order));
    }

    Settlement asPaid(Attempt attempt, String externalId) {
        Order order = order(attempt, OrderStatus.PAID, PaymentStatus.PAID, externalId, null);
        return settlement(AttemptStatus.OPEN, AttemptStatus.SUCCEEDED, order, null, answers.created(order));
    }

    Settlement asDeclined(Attempt attempt, String reason, @Nullable String externalId) {
        Problem problem = Problem.of(
                        ProblemType.PAYMENT_DECLINED,
                        "The provider declined the payment. Try another means of payment, with a new key.")
                .with("reason", reason);
        return asFailed(attempt, AttemptStatus.DECLINED, reason, externalId, problem);
    }

    Settlement asNotExecuted(Attempt attempt) {
        Problem problem = Problem.of(
                ProblemType.PAYMENT_NOT_EXECUTED,
                "The payment was not executed in time, and nothing was charged. Try again with a new key.");
        return asFailed(attempt, AttemptStatus.NOT_EXECUTED, "not_executed", attempt.externalId(), problem);
    }

    Settlement asRefunded(Attempt attempt, @Nullable String externalId) {
        Order order = order(attempt, OrderStatus.PAYMENT_FAILED, PaymentStatus.REFUNDED, externalId, null);
        Problem problem = Problem.of(
                        ProblemType.PAYMENT_NOT_EXECUTED,
                        "The payment was given back, and nothing stays charged. Try again with a new key.")
                .with("reason", REFUNDED);
        AttemptStatus how = externalId == null ? AttemptStatus.NOT_EXECUTED : AttemptStatus.SUCCEEDED;
        return settlement(AttemptStatus.OPEN, how, order, REFUNDED, failed(attempt, order, problem));
    }

    private Settlement asFailed(
            Attempt attempt, AttemptStatus how, String reason, @Nullable String externalId, Problem problem) {
        Order order = order(attempt, OrderStatus.PAYMENT_FAILED, PaymentStatus.FAILED, externalId, null);
        return settlement(AttemptStatus.OPEN, how, order, reason, failed(attempt, order, problem));
    }

    private RecordedResponse failed(Attempt attempt, Order order, Problem problem) {
        return answers.failed(order, problem, attempt.instruction().requestId());
    }

    /** Nobody but an operator can tell. */
    Uni<Recording> review(Attempt attempt, Review review) {
        String account = attempt.instruction().account();
        return attempts.review(attempt.id(), review, Timing.statement()).map(written -> {
            if (!written) {
                metrics.fenced(account);
                return new Recording.Fenced();
            }
            LOG.errorf(
                    "a payment needs an operator account=%s attempt=%s reason=%s",
                    account, attempt.id(), review.reason());
            metrics.left(account, AttemptStatus.REVIEW);
            Order order = order(attempt, OrderStatus.PAYMENT_REVIEW, PaymentStatus.REVIEW, attempt.externalId(), null);
            return new Recording.Open(answers.open(order), WHEN_SOMEBODY_HAS_LOOKED);
        });
    }

    /** Records an outcome, unless somebody else has. */
    Uni<Recording> record(Attempt attempt, Settlement settlement) {
        String account = attempt.instruction().account();
        return attempts.settle(attempt.id(), settlement, Timing.statement())
                .<Recording>map(written -> {
                    if (!written) {
                        metrics.fenced(account);
                        return new Recording.Fenced();
                    }
                    tell(attempt, settlement);
                    return new Recording.Recorded(settlement.response());
                })
                .onFailure(ConstraintViolatedException.class)
                .recoverWithUni(() -> review(attempt, takenId(settlement.eventId())));
    }

    /** The settlement was written. */
    void tell(Attempt attempt, Settlement settlement) {
        String account = attempt.instruction().account();
        if (settlement.payment() == PaymentStatus.REFUNDED) {
            LOG.warnf("a payment was given back account=%s attempt=%s", account, attempt.id());
            metrics.refunded(account);
        } else {
            metrics.left(account, settlement.attempt());
        }
    }

    /** The provider names a payment that another order has. */
    static Review takenId(@Nullable String eventId) {
        return new Review(AttemptStatus.OPEN, "external_id_of_another_order", null, eventId);
    }

    /** The money moved where the attempt has ended otherwise, or it moved twice. False: neither is so. */
    Uni<Boolean> late(Attempt attempt, String externalId, @Nullable String eventId) {
        return attempts.lateSuccess(attempt.id(), externalId, eventId, Timing.statement())
                .invoke(written -> {
                    if (written) {
                        LOG.errorf(
                                "money moved for a payment that had ended otherwise, or twice account=%s attempt=%s",
                                attempt.instruction().account(), attempt.id());
                        metrics.left(attempt.instruction().account(), AttemptStatus.REVIEW);
                    }
                });
    }

    private Settlement settlement(
            Set<AttemptStatus> from,
            AttemptStatus how,
            Order order,
            @Nullable String reason,
            RecordedResponse response) {
        OrderPayment payment = Objects.requireNonNull(order.payment());
        return new Settlement(
                from,
                how,
                payment.status(),
                order.status(),
                reason,
                payment.externalId(),
                payment.redirectUrl(),
                response,
                kind.retention(),
                SOON,
                null,
                null);
    }

    private static Order order(
            Attempt attempt,
            OrderStatus status,
            PaymentStatus payment,
            @Nullable String externalId,
            @Nullable String redirectUrl) {
        return attempt.order()
                .with(status, new OrderPayment(payment, attempt.instruction().account(), externalId, redirectUrl));
    }
}
