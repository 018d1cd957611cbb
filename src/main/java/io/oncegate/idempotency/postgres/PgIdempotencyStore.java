package io.oncegate.idempotency.postgres;

import io.oncegate.idempotency.Claim;
import io.oncegate.idempotency.IdempotencyConfig;
import io.oncegate.idempotency.IdempotencyStore;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.KeyRow;
import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.NextPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.phase.Rows;
import io.oncegate.phase.StatementBatches;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table {@code idempotency_keys}. */
@ApplicationScoped
class PgIdempotencyStore implements IdempotencyStore {

    private final Statements statements;
    private final StatementBatches batches;
    private final Duration lease;
    private final int mostTakeovers;

    PgIdempotencyStore(Statements statements, StatementBatches batches, IdempotencyConfig config) {
        this.statements = statements;
        this.batches = batches;
        this.lease = config.lease();
        this.mostTakeovers = config.mostTakeovers();
    }

    @Override
    public Uni<Claim> claimNew(IdempotentRequest request, UUID token, FirstPhase phase) {
        @Nullable Object[] arguments = arguments(request, token, phase);
        Deadline deadline = request.deadline();
        Uni<Row> row = phase.forms()
                .batch()
                .map(kind -> batches.repeatable(deadline, kind, arguments))
                .orElseGet(() -> one(deadline, phase.forms().onNew(), arguments));
        return row.map(outcome -> outcome(outcome, request.scope(), token));
    }

    @Override
    public Uni<Claim> claimExpired(IdempotentRequest request, UUID token, FirstPhase phase) {
        return one(request.deadline(), phase.forms().onExpired(), arguments(request, token, phase))
                .map(outcome -> outcome(outcome, request.scope(), token));
    }

    private Uni<Row> one(Deadline deadline, String sql, @Nullable Object... arguments) {
        return statements
                .repeatable(deadline, sql, arguments)
                .map(rows -> rows.iterator().next());
    }

    private @Nullable Object[] arguments(IdempotentRequest request, UUID token, FirstPhase phase) {
        Duration period = phase.response().isPresent() ? request.kind().retention() : lease;
        return fingerprinted(request, token)
                .and(period.toMillis())
                .all(phase.response().map(PgIdempotencyStore::columns).orElse(List.of()))
                .and(phase.resourceId())
                .all(phase.parameters())
                .toArray();
    }

    private static List<@Nullable Object> columns(RecordedResponse response) {
        return List.of(response.status(), KeyRows.headers(response), response.body());
    }

    private static Arguments fingerprinted(IdempotentRequest request, UUID token) {
        Fingerprint fingerprint = request.fingerprint();
        return new Arguments(request.scope()).and(fingerprint.sha256(), fingerprint.version(), token);
    }

    private static Claim outcome(Row row, KeyScope scope, UUID token) {
        if (row.getBoolean("won")) {
            return new Claim.Ours(new Held(scope, token, Held.STARTED, row.getString("made")));
        }
        if (row.getUUID("worker_token") == null) {
            return new Claim.Unseen();
        }
        return token.equals(row.getUUID("worker_token"))
                ? new Claim.Ours(held(row, scope, token))
                : new Claim.Rival(KeyRows.read(row));
    }

    @Override
    public Uni<Optional<Held>> takeOver(IdempotentRequest request, UUID token) {
        Arguments arguments = fingerprinted(request, token).and(lease.toMillis(), mostTakeovers);
        return statements
                .repeatable(request.deadline(), IdempotencySql.TAKE_OVER, arguments.toArray())
                .map(Rows.first(row -> held(row, request.scope(), token)));
    }

    @Override
    public Uni<Optional<KeyRow>> find(KeyScope scope, Deadline deadline) {
        return statements
                .repeatable(deadline, IdempotencySql.FIND, new Arguments(scope).toArray())
                .map(Rows.first(KeyRows::read));
    }

    @Override
    public Uni<List<KeyScope>> settled(Collection<KeyScope> scopes, Deadline deadline) {
        List<KeyScope> asked = List.copyOf(scopes);
        return statements
                .repeatable(
                        deadline,
                        IdempotencySql.SETTLED,
                        column(asked, KeyScope::tenant),
                        column(asked, KeyScope::principal),
                        column(asked, KeyScope::method),
                        column(asked, KeyScope::path),
                        column(asked, KeyScope::key))
                .map(rows -> {
                    List<KeyScope> settled = new ArrayList<>();
                    rows.forEach(row -> settled.add(asked.get(row.getInteger("position") - 1)));
                    return settled;
                });
    }

    @Override
    public Uni<Optional<Held>> advance(Held held, String recoveryPoint, NextPhase phase, Deadline deadline) {
        Arguments arguments = new Arguments(held.scope())
                .and(held.token(), recoveryPoint, lease.toMillis())
                .all(phase.parameters());
        return statements
                .repeatable(deadline, phase.sql(), arguments.toArray())
                .map(Rows.first(row -> held(row, held.scope(), held.token())));
    }

    @Override
    public Uni<Recording> finish(
            Held held, RecordedResponse response, Duration retention, NextPhase phase, Deadline deadline) {
        Arguments arguments = new Arguments(held.scope())
                .and(held.token(), retention.toMillis())
                .all(columns(response))
                .all(phase.parameters());
        return statements
                .repeatable(deadline, phase.sql(), arguments.toArray())
                .map(rows -> rows.rowCount() == 1 ? new Recording.Recorded(response) : new Recording.Fenced());
    }

    @Override
    public Uni<Deleted> deleteExpired(OffsetDateTime from, int most, Deadline deadline) {
        return statements
                .once(deadline, IdempotencySql.DELETE_EXPIRED, most, from)
                .map(rows -> rows.iterator().next())
                .map(row -> new Deleted(row.getInteger("number"), Optional.ofNullable(row.getOffsetDateTime("up_to"))));
    }

    @Override
    public Uni<Backlog> backlog(Deadline deadline) {
        return statements
                .repeatable(deadline, IdempotencySql.BACKLOG, mostTakeovers)
                .map(rows -> rows.iterator().next())
                .map(row -> new Backlog(
                        row.getLong("oldest_age_seconds"), row.getLong("stuck"), row.getLong("expired_for_seconds")));
    }

    private static Held held(Row row, KeyScope scope, UUID token) {
        return new Held(scope, token, row.getString("recovery_point"), row.getString("resource_id"));
    }

    private static String[] column(List<KeyScope> scopes, Function<KeyScope, String> member) {
        return scopes.stream().map(member).toArray(String[]::new);
    }
}
