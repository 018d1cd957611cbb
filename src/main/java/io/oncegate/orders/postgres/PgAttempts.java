package io.oncegate.orders.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.IdempotencyConfig;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.orders.Order;
import io.oncegate.orders.payment.Attempt;
import io.oncegate.orders.payment.AttemptStatus;
import io.oncegate.orders.payment.Attempts;
import io.oncegate.orders.payment.Instruction;
import io.oncegate.orders.payment.LeftOpen;
import io.oncegate.orders.payment.Listed;
import io.oncegate.orders.payment.Meant;
import io.oncegate.orders.payment.Noted;
import io.oncegate.orders.payment.Review;
import io.oncegate.orders.payment.Settlement;
import io.oncegate.orders.payment.Standing;
import io.oncegate.orders.payment.Verdict;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.Reference;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The tables {@code payments}, {@code payment_attempts} and {@code external_operations}. */
@ApplicationScoped
class PgAttempts implements Attempts {

    private static final int HALVES = 2;

    private final Statements statements;
    private final Ids ids;
    private final long leaseMillis;

    PgAttempts(Statements statements, Ids ids, IdempotencyConfig config) {
        this.statements = statements;
        this.ids = ids;
        this.leaseMillis = config.lease().toMillis();
    }

    @Override
    public FirstPhase beginning(Attempt first, Windows windows) {
        Order order = first.order();
        Instruction instruction = first.instruction();
        FrozenRequest request = first.request();
        return FirstPhase.running(
                PhaseSql.BEGIN,
                order.id(),
                order.userId(),
                order.amount(),
                order.currency(),
                order.externalId(),
                order.description(),
                OrderRow.json(order.metadata()),
                order.status().wire(),
                order.createdAt(),
                instruction.account(),
                instruction.requestId(),
                instruction.method(),
                instruction.returnUrl(),
                first.id(),
                request.operation().wire(),
                request.target(),
                request.contentType(),
                request.body(),
                request.key(),
                windows.key().toMillis(),
                windows.settle().toMillis(),
                windows.pay().toMillis(),
                windows.review().toMillis());
    }

    @Override
    public Uni<Boolean> step(
            Attempt attempt, FrozenRequest step, String externalId, Windows windows, Deadline deadline) {
        return written(
                deadline,
                PhaseSql.STEP,
                attempt.id(),
                attempt.worker(),
                externalId,
                step.operation().wire(),
                step.target(),
                step.contentType(),
                step.body(),
                step.key(),
                leaseMillis,
                windows.key().toMillis(),
                windows.settle().toMillis());
    }

    @Override
    public Uni<Boolean> resending(Attempt attempt, boolean movesMoney, Windows windows, Deadline deadline) {
        return written(
                deadline,
                PhaseSql.RESENDING,
                attempt.id(),
                attempt.worker(),
                leaseMillis,
                windows.key().toMillis(),
                windows.settle().toMillis(),
                movesMoney);
    }

    @Override
    public Uni<Boolean> next(Attempt ended, Attempt begun, Windows windows, Deadline deadline) {
        FrozenRequest request = begun.request();
        return written(
                deadline,
                PhaseSql.NEXT,
                ended.id(),
                ended.worker(),
                begun.id(),
                begun.worker(),
                begun.number(),
                request.operation().wire(),
                request.target(),
                request.contentType(),
                request.body(),
                request.key(),
                leaseMillis,
                windows.key().toMillis(),
                windows.settle().toMillis());
    }

    @Override
    public Uni<Boolean> leaveOpen(Attempt attempt, LeftOpen how, Deadline deadline) {
        return written(
                deadline,
                PhaseSql.LEAVE_OPEN,
                attempt.id(),
                attempt.worker(),
                how.status().wire(),
                how.why(),
                how.externalId(),
                how.errorAnswered(),
                how.absent(),
                how.nextCheck().toMillis());
    }

    @Override
    public Uni<Boolean> settle(String attemptId, Settlement settlement, Deadline deadline) {
        return written(
                deadline, OutcomeSql.SETTLE, settling(attemptId, settlement).toArray());
    }

    @Override
    public Uni<Boolean> resolve(
            String attemptId, Settlement settlement, Verdict verdict, Stamp stamp, Deadline deadline) {
        List<@Nullable Object> parameters = settling(attemptId, settlement);
        parameters.addAll(Arrays.asList(
                stamp.id(),
                stamp.at(),
                stamp.actor(),
                verdict.note(),
                verdict.outcome().wire()));
        return written(deadline, OutcomeSql.RESOLVE, parameters.toArray());
    }

    private List<@Nullable Object> settling(String attemptId, Settlement settlement) {
        return new ArrayList<>(Arrays.asList(
                attemptId,
                wires(settlement.from()),
                settlement.attempt().wire(),
                settlement.reason(),
                settlement.externalId(),
                settlement.redirectUrl(),
                ids.token(),
                settlement.payment().wire(),
                settlement.order().wire(),
                settlement.response().status(),
                headers(settlement),
                settlement.response().body(),
                settlement.retention().toMillis(),
                settlement.nextCheck().toMillis(),
                settlement.worker(),
                settlement.eventId()));
    }

    private static JsonObject headers(Settlement settlement) {
        return settlement.response().headers().entrySet().stream()
                .collect(
                        JsonObject::new,
                        (headers, header) -> headers.put(header.getKey(), header.getValue()),
                        JsonObject::mergeIn);
    }

    @Override
    public Uni<Boolean> review(String attemptId, Review review, Deadline deadline) {
        return written(
                deadline,
                OutcomeSql.REVIEW,
                attemptId,
                review.externalId(),
                ids.token(),
                review.eventId(),
                review.reason(),
                wires(review.from()));
    }

    private static String[] wires(Set<AttemptStatus> statuses) {
        return statuses.stream().map(AttemptStatus::wire).toArray(String[]::new);
    }

    @Override
    public Uni<Boolean> lateSuccess(String attemptId, String externalId, @Nullable String eventId, Deadline deadline) {
        return written(deadline, OutcomeSql.LATE_SUCCESS, attemptId, externalId, ids.token(), eventId);
    }

    @Override
    public Uni<Boolean> note(String attemptId, Noted noted, Deadline deadline) {
        return written(
                deadline,
                HearingSql.NOTE,
                attemptId,
                noted.externalId(),
                noted.word(),
                noted.pending(),
                noted.lookSoon(),
                noted.eventId());
    }

    @Override
    public Uni<Optional<Meant>> meant(
            String account, @Nullable String externalId, @Nullable Reference reference, Deadline deadline) {
        return statements
                .repeatable(
                        deadline,
                        HearingSql.MEANT,
                        account,
                        externalId,
                        reference == null ? null : reference.orderId(),
                        reference == null ? null : reference.attempt())
                .map(Rows.first(AttemptRow::meant));
    }

    @Override
    public Uni<List<Attempt>> due(String account, UUID worker, int most, Deadline deadline) {
        int half = (most + 1) / HALVES;
        return statements
                .once(deadline, OpenPaymentSql.DUE, account, worker, half, leaseMillis)
                .map(Rows.all(AttemptRow::read));
    }

    @Override
    public Uni<Optional<Attempt>> live(String tenant, String orderId, UUID worker, Duration quiet, Deadline deadline) {
        return statements
                .once(deadline, OpenPaymentSql.LIVE, tenant, orderId, worker, leaseMillis, quiet.toMillis())
                .map(Rows.first(AttemptRow::read));
    }

    @Override
    public Uni<Optional<Attempt>> find(String attemptId, Deadline deadline) {
        return statements.repeatable(deadline, OpenPaymentSql.FIND, attemptId).map(Rows.first(AttemptRow::read));
    }

    @Override
    public Uni<List<Listed>> listed(AttemptStatus status, String afterId, int most, Deadline deadline) {
        return statements
                .repeatable(deadline, OpenPaymentSql.LISTED, status.wire(), afterId, most)
                .map(Rows.all(AttemptRow::listed));
    }

    @Override
    public Uni<Optional<Standing>> standing(String tenant, String orderId, Deadline deadline) {
        return statements
                .repeatable(deadline, OpenPaymentSql.STANDING, tenant, orderId)
                .map(Rows.first(AttemptRow::standing));
    }

    @Override
    public Uni<List<String>> openAccounts(Deadline deadline) {
        return statements
                .repeatable(deadline, OpenPaymentSql.OPEN_ACCOUNTS)
                .map(Rows.all(row -> row.getString("account")));
    }

    @Override
    public Uni<List<OpenNow>> open(Deadline deadline) {
        return statements
                .repeatable(deadline, OpenPaymentSql.OPEN_NOW)
                .map(Rows.all(row -> new OpenNow(
                        AttemptStatus.of(row.getString("status")),
                        row.getLong("number"),
                        row.getLong("oldest_age_seconds"))));
    }

    /** Each of these statements finds its own work when its reply was lost. */
    private Uni<Boolean> written(Deadline deadline, String sql, @Nullable Object... parameters) {
        return statements.repeatable(deadline, sql, parameters).map(rows -> rows.size() > 0);
    }
}
