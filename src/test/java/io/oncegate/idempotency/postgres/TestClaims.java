package io.oncegate.idempotency.postgres;

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
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.FirstPhase.Forms;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.request.StrictJson;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Claims a new key for each of several first phases, on a real PostgreSQL: one after the other, or in one statement. */
public final class TestClaims implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final CanonicalForm FORM = new CanonicalForm(List.of());
    private static final OperationKind KIND =
            new OperationKind("things", "POST", "/v1/things", Duration.ofDays(7), LONG, KeySource.CLIENT, FORM);
    private static final Caller CALLER = new Caller("acme", "default", Plan.STANDARD, Scope.USUAL);

    private final TestStatements storage;
    private final IdempotencyStore keys;

    public TestClaims(Database database) {
        this.storage = TestStatements.on(database, Map.of("oncegate.db.batches", "1"));
        this.keys = TestStores.on(storage, Settings.of(IdempotencyConfig.class));
    }

    public TestStatements storage() {
        return storage;
    }

    /** Each by the form for one key, one after the other. */
    public List<CompletableFuture<Claim>> alone(List<FirstPhase> phases) {
        List<CompletableFuture<Claim>> all = new ArrayList<>();
        for (FirstPhase phase : phases) {
            var forms = new Forms(phase.forms().onNew(), phase.forms().onExpired());
            all.add(claim(new FirstPhase(forms, phase.resourceId(), phase.response(), phase.parameters())));
            ended(all.get(all.size() - 1));
        }
        return all;
    }

    /** In one turn of an event loop, so that all but the first leave in one statement. */
    public List<CompletableFuture<Claim>> together(List<FirstPhase> phases) {
        var all = storage.atOnce(() -> phases.stream().map(this::claim).toList());
        all.forEach(TestClaims::ended);
        return all;
    }

    private static void ended(CompletableFuture<?> claim) {
        var unused = claim.handle((done, failed) -> true).join();
    }

    /** How many statements those of a kind took, and how many of them failed for all. */
    public List<Double> statements(String kind) {
        var meters = storage.meters();
        return List.of(
                (double) meters.get("oncegate.statements.together")
                        .tag("kind", kind)
                        .summary()
                        .count(),
                meters.get("oncegate.statements.apart")
                        .tag("kind", kind)
                        .counter()
                        .count());
    }

    private CompletableFuture<Claim> claim(FirstPhase phase) {
        return keys.claimNew(request(phase), UUID.randomUUID(), phase).subscribeAsCompletionStage();
    }

    private static IdempotentRequest request(FirstPhase phase) {
        var json = StrictJson.parse("{}".getBytes(StandardCharsets.UTF_8));
        var scope = new KeyScope(CALLER.tenant(), CALLER.principal(), KIND.method(), KIND.path(), phase.resourceId());
        return new IdempotentRequest(
                KIND, CALLER, scope, FORM.fingerprint(json), json, Duration.ZERO, Deadline.in(LONG));
    }

    @Override
    public void close() {
        storage.close();
    }
}
