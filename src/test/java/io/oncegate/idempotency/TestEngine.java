package io.oncegate.idempotency;

import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.background.TestBackgrounds;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.postgres.TestStores;
import io.oncegate.overload.OpenAdmission;
import io.oncegate.phase.TestStatements;
import io.oncegate.problem.Problem;
import io.oncegate.request.Ids;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.Settings;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An engine of its own on a real PostgreSQL: what one instance of the service is to another, in a test's process. Its
 * memory of answers is off unless a test turns it on, so that every answer is the table's.
 */
final class TestEngine implements AutoCloseable {
    private final TestStatements storage;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final IdempotencyStore store;
    private final Cleaner cleaner;
    private final IdempotencyEngine engine;

    private TestEngine(Database database, Map<String, String> given, UnaryOperator<IdempotencyStore> replace) {
        var settings = new HashMap<>(Map.of("oncegate.idempotency.cache-bytes", "0"));
        settings.putAll(given);
        var config = Settings.of(IdempotencyConfig.class, settings);
        this.storage = TestStatements.on(database);
        this.store = replace.apply(TestStores.on(storage, config));
        var metrics = new IdempotencyMetrics(meters);
        var cache = new ReplayCache(config.cacheBytes(), config.cacheTtl(), Ticker.systemTicker());
        var waiting = new WaitingDuplicates(store, storage.vertx(), config, metrics);
        waiting.begin(new StartupEvent(), TestBackgrounds.on(storage.vertx()));
        this.cleaner = new Cleaner(store, metrics, config, storage.vertx());
        this.engine = new IdempotencyEngine(
                store, new KeyAnswers(cache, metrics, config), waiting, new OpenAdmission(), new RandomTokens());
    }

    static TestEngine on(Database database) {
        return on(database, Map.of());
    }

    static TestEngine on(Database database, Map<String, String> given) {
        return new TestEngine(database, given, store -> store);
    }

    /** One whose table is another, or looked at from outside. */
    static TestEngine on(Database database, UnaryOperator<IdempotencyStore> replace) {
        return new TestEngine(database, Map.of(), replace);
    }

    IdempotencyStore store() {
        return store;
    }

    Cleaner cleaner() {
        return cleaner;
    }

    /** Executes on a context of its own, as a request does. */
    @CanIgnoreReturnValue
    CompletableFuture<Answer> execute(IdempotentRequest request, Operation operation) {
        return execute(request, () -> operation);
    }

    @CanIgnoreReturnValue
    CompletableFuture<Answer> execute(IdempotentRequest request, Supplier<Operation> operation) {
        return onRequestContext(() -> engine.execute(request, operation));
    }

    CompletableFuture<Answer> refuse(IdempotentRequest request, Problem invalid) {
        return onRequestContext(() -> engine.refuse(request, invalid));
    }

    /** Executes, and gives up on the answer as soon as {@code underWay}: what a client does that hangs up. */
    void cancelAfterwards(IdempotentRequest request, Operation operation, Callable<Boolean> underWay) {
        var subscription = new CompletableFuture<Cancellable>();
        onRequestContext(() -> {
            subscription.complete(
                    engine.execute(request, () -> operation).subscribe().with(answer -> {
                        throw new AssertionError("nobody waits for an answer");
                    }));
            return Uni.createFrom().voidItem();
        });
        await().until(underWay);
        subscription.join().cancel();
    }

    @CanIgnoreReturnValue
    <T> CompletableFuture<T> onRequestContext(Supplier<Uni<T>> work) {
        var result = new CompletableFuture<T>();
        var context = VertxContext.createNewDuplicatedContext(storage.vertx().getOrCreateContext());
        context.runOnContext(now -> work.get().subscribe().with(result::complete, result::completeExceptionally));
        return result;
    }

    /** How many statements have claimed keys so far, which may have been for several keys each. */
    long statements() {
        return storage.meters().get("oncegate.statements.together").summaries().stream()
                .mapToLong(DistributionSummary::count)
                .sum();
    }

    /** See {@link TestStatements#atOnce}. */
    <T> T atOnce(Supplier<T> beginning) {
        return storage.atOnce(beginning);
    }

    double counted(String outcome) {
        var counter = meters.find("oncegate.idempotency.requests")
                .tag("outcome", outcome)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    @Override
    public void close() {
        storage.close();
    }

    private static final class RandomTokens implements Ids {
        @Override
        public String ulid() {
            throw new UnsupportedOperationException("the engine makes no ids");
        }

        @Override
        public UUID token() {
            return UUID.randomUUID();
        }
    }
}
