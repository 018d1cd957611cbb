package io.oncegate.webhooks.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.webhooks.ClaimedEvent;
import io.oncegate.webhooks.EventStatus;
import io.oncegate.webhooks.Listed;
import io.oncegate.webhooks.NewEvent;
import io.oncegate.webhooks.Stored;
import io.oncegate.webhooks.WebhookEvents;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The tables {@code webhook_events} and {@code webhook_variants}. */
@ApplicationScoped
class PgWebhooks implements WebhookEvents {

    /** A rival's row is there for the second; a third is for a row that was deleted in between. */
    private static final int ROUNDS = 3;

    private final Statements statements;

    PgWebhooks(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<Stored> store(NewEvent event, Duration parkFor, Deadline deadline) {
        return store(event, parkFor, deadline, ROUNDS);
    }

    private Uni<Stored> store(NewEvent event, Duration parkFor, Deadline deadline, int rounds) {
        return statements
                .repeatable(
                        deadline,
                        WebhookSql.STORE,
                        event.id(),
                        event.account(),
                        event.key(),
                        event.type(),
                        event.objectId(),
                        event.body(),
                        event.bodySha256(),
                        parkFor.toMillis())
                .map(Rows.first(row -> Stored.of(row.getString("outcome"))))
                .chain(stored -> {
                    if (stored.isPresent()) {
                        return Uni.createFrom().item(stored.get());
                    }
                    return rounds > 1
                            ? store(event, parkFor, deadline, rounds - 1)
                            : Uni.createFrom().failure(PgWebhooks::unsettled);
                });
    }

    private static RuntimeException unsettled() {
        return Problem.of(ProblemType.STORAGE_UNAVAILABLE, "The same webhook is being stored by others; send it again.")
                .toException();
    }

    /** Once: a second try would take others, while the first one's are nobody's until their lease is over. */
    @Override
    public Uni<List<ClaimedEvent>> claim(UUID worker, int most, Duration lease, Deadline deadline) {
        return statements
                .once(deadline, WebhookSql.CLAIM, worker, most, lease.toMillis())
                .map(Rows.all(PgWebhooks::claimed));
    }

    private static ClaimedEvent claimed(Row row) {
        return new ClaimedEvent(
                row.getString("event_id"),
                row.getString("account"),
                row.getString("type"),
                EventStatus.of(row.getString("status")),
                row.getBuffer("body").getBytes(),
                row.getUUID("worker_token"),
                row.getInteger("tries"),
                row.getInteger("faults"));
    }

    @Override
    public Uni<Void> end(ClaimedEvent event, EventStatus status, @Nullable String reason, Deadline deadline) {
        return statements
                .repeatable(deadline, WebhookSql.END, event.id(), event.worker(), status.wire(), reason)
                .replaceWithVoid();
    }

    @Override
    public Uni<Boolean> tryAgain(ClaimedEvent event, EventStatus status, Again again, Deadline deadline) {
        return statements
                .repeatable(
                        deadline,
                        WebhookSql.TRY_AGAIN,
                        event.id(),
                        event.worker(),
                        status.wire(),
                        again.reason(),
                        again.pause().toMillis(),
                        again.fault())
                .map(Rows.first(row -> row.getBoolean("given_up")))
                .map(givenUp -> givenUp.orElse(false));
    }

    @Override
    public Uni<Integer> deleteOld(Duration keep, int most, Deadline deadline) {
        return deleted(WebhookSql.DELETE_ENDED, keep, most, deadline)
                .chain(events -> deleted(WebhookSql.DELETE_VARIANTS, keep, most, deadline)
                        .map(variants -> Math.max(events, variants)));
    }

    private Uni<Integer> deleted(String sql, Duration keep, int most, Deadline deadline) {
        return statements
                .once(deadline, sql, keep.toMillis(), most)
                .map(rows -> rows.iterator().next().getInteger("number"));
    }

    @Override
    public Uni<List<Listed>> listed(EventStatus status, String afterId, int most, Deadline deadline) {
        return statements
                .repeatable(deadline, WebhookSql.LISTED, status.wire(), afterId, most)
                .map(Rows.all(PgWebhooks::listed));
    }

    private static Listed listed(Row row) {
        return new Listed(
                row.getString("event_id"),
                row.getString("account"),
                row.getString("event_key"),
                row.getString("type"),
                row.getString("object_id"),
                EventStatus.of(row.getString("status")),
                row.getString("reason"),
                row.getInteger("tries"),
                row.getOffsetDateTime("received_at").toInstant(),
                instant(row.getOffsetDateTime("next_try_at")),
                row.getLong("age_seconds"));
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime at) {
        return at == null ? null : at.toInstant();
    }

    @Override
    public Uni<List<OpenNow>> open(Deadline deadline) {
        return statements
                .repeatable(deadline, WebhookSql.OPEN_NOW)
                .map(Rows.all(row ->
                        new OpenNow(row.getString("state"), row.getLong("number"), row.getLong("oldest_age_seconds"))));
    }

    @Override
    public Uni<Optional<EventStatus>> replay(String id, Duration parkFor, Stamp stamp, Deadline deadline) {
        return statements
                .once(deadline, WebhookSql.REPLAY, id, parkFor.toMillis(), stamp.at(), stamp.id(), stamp.actor())
                .map(Rows.first(row -> EventStatus.of(row.getString("status"))));
    }
}
