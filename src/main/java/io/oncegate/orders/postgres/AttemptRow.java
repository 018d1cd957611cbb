package io.oncegate.orders.postgres;

import io.oncegate.orders.payment.Attempt;
import io.oncegate.orders.payment.AttemptStatus;
import io.oncegate.orders.payment.Instruction;
import io.oncegate.orders.payment.Listed;
import io.oncegate.orders.payment.Meant;
import io.oncegate.orders.payment.Standing;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.ProviderOperation;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Between rows about attempts and what they mean. */
final class AttemptRow {

    /** The statuses of an attempt whose outcome is not known. */
    static final String OPEN = AttemptStatus.OPEN.stream()
            .map(status -> "'" + status.wire() + "'")
            .collect(Collectors.joining(", ", "(", ")"));

    /** What a worker needs of an attempt {@code a}, its payment {@code p} and its order {@code o}. */
    static final String COLUMNS = """
            a.attempt_id, a.number, a.worker_token, a.status AS attempt_status, a.operation, a.target, a.content_type,
                a.request, a.provider_key, a.external_id AS attempt_external_id, a.error_answered, a.checks, a.absences,
                p.pay_until > now() AS payable, a.resend_until > now() AS resendable, a.settle_until <= now() AS settled,
                p.review_at <= now() AS overdue, p.idempotency_key, p.request_id, p.method, p.return_url, %s""".formatted(OrderRow.COLUMNS);

    private static final Duration UNTIL_SOMEBODY_LOOKS = Duration.ofHours(1);

    private AttemptRow() {}

    static Attempt read(Row row) {
        return new Attempt(
                row.getString("attempt_id"),
                OrderRow.read(row),
                new Instruction(
                        row.getString("account"),
                        row.getString("request_id"),
                        row.getString("idempotency_key"),
                        row.getString("method"),
                        row.getString("return_url")),
                row.getInteger("number"),
                row.getUUID("worker_token"),
                new Attempt.Progress(
                        AttemptStatus.of(row.getString("attempt_status")),
                        request(row),
                        row.getString("attempt_external_id"),
                        row.getBoolean("error_answered"),
                        row.getInteger("checks"),
                        row.getInteger("absences")),
                new Attempt.Times(
                        row.getBoolean("payable"),
                        row.getBoolean("resendable"),
                        row.getBoolean("settled"),
                        row.getBoolean("overdue")));
    }

    static Meant meant(Row row) {
        return new Meant(read(row), row.getBoolean("undecided"), row.getBoolean("refunded"));
    }

    private static FrozenRequest request(Row row) {
        return new FrozenRequest(
                ProviderOperation.of(row.getString("operation")),
                row.getString("target"),
                row.getString("content_type"),
                row.getBuffer("request").getBytes(),
                row.getString("provider_key"));
    }

    static Listed listed(Row row) {
        @Nullable OffsetDateTime nextCheckAt = row.getOffsetDateTime("next_check_at");
        return new Listed(
                row.getString("attempt_id"),
                row.getString("tenant_id"),
                row.getString("order_id"),
                row.getString("account"),
                row.getInteger("number"),
                row.getString("operation"),
                AttemptStatus.of(row.getString("status")),
                row.getString("reason"),
                row.getString("last_outcome"),
                row.getString("external_id"),
                row.getLong("amount"),
                row.getString("currency"),
                row.getInteger("checks"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("checked_at").toInstant(),
                nextCheckAt == null ? null : nextCheckAt.toInstant(),
                row.getLong("age_seconds"));
    }

    static Standing standing(Row row) {
        @Nullable Long nextCheckMillis = row.getLong("next_check_ms");
        return new Standing(
                OrderRow.read(row),
                row.getBoolean("key_in_progress"),
                nextCheckMillis == null ? UNTIL_SOMEBODY_LOOKS : Duration.ofMillis(nextCheckMillis));
    }
}
