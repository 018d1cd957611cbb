package io.oncegate.idempotency;

import io.oncegate.idempotency.operation.ClaimSql;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.FirstPhase.Forms;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.NextPhase;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * An operation of several phases around a remote call, as payments will be: it claims its key, calls, notes that it has
 * called, and records. Each phase leaves a row in {@code effects}, with the token of the worker that did it.
 */
final class RemoteCallOperation implements Operation {
    static final String CALLED = "called";

    private static final Duration RETENTION = Duration.ofHours(1);
    private static final String STARTED_EFFECT = """
            , noted AS (
                INSERT INTO effects (resource_id, phase, worker)
                SELECT claimed.resource_id, 'started', $8::uuid
                FROM claimed
            )
            """;
    private static final Forms START = new Forms(
            ClaimSql.NEW_RUNNING + STARTED_EFFECT + ClaimSql.OUTCOME,
            ClaimSql.EXPIRED_RUNNING + STARTED_EFFECT + ClaimSql.OUTCOME);
    private static final String ADVANCE = ClaimSql.ADVANCE + """
            , noted AS (
                INSERT INTO effects (resource_id, phase, worker)
                SELECT advanced.resource_id, $9, $6::uuid
                FROM advanced
            )
            """ + ClaimSql.ADVANCED;
    private static final String FINISH = ClaimSql.FINISH + """
            , noted AS (
                INSERT INTO effects (resource_id, phase, worker)
                SELECT finished.resource_id, $11, $6::uuid
                FROM finished
            )
            """ + ClaimSql.FINISHED;

    private final IdempotencyStore store;
    private final String resourceId;
    private final String answer;
    private final Supplier<CompletableFuture<Void>> remoteCall;
    private final AtomicInteger calls = new AtomicInteger();

    RemoteCallOperation(
            IdempotencyStore store, String resourceId, String answer, Supplier<CompletableFuture<Void>> remoteCall) {
        this.store = store;
        this.resourceId = resourceId;
        this.answer = answer;
        this.remoteCall = remoteCall;
    }

    static void createTable(Database database) {
        database.execute("CREATE TABLE effects (resource_id text, phase text, worker uuid)");
    }

    int calls() {
        return calls.get();
    }

    @Override
    public FirstPhase firstPhase() {
        return FirstPhase.running(START, resourceId);
    }

    @Override
    public Uni<Recording> proceed(Held held, Deadline deadline) {
        if (held.recoveryPoint().equals(CALLED)) {
            return finish(held, deadline);
        }
        calls.incrementAndGet();
        return Uni.createFrom()
                .completionStage(remoteCall)
                .chain(() -> store.advance(held, CALLED, NextPhase.of(ADVANCE, CALLED), deadline))
                .chain(moved -> moved.map(on -> finish(on, deadline))
                        .orElseGet(() -> Uni.createFrom().item(new Recording.Fenced())));
    }

    private Uni<Recording> finish(Held held, Deadline deadline) {
        var response = new RecordedResponse(
                201, "application/json", "/things/" + resourceId, answer.getBytes(StandardCharsets.UTF_8));
        return store.finish(held, response, RETENTION, NextPhase.of(FINISH, "finished"), deadline);
    }
}
