package io.oncegate.phase;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.Settings;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The way to PostgreSQL as the service has it, without the service. Each is an instance of its own: own pool, own loop. */
public final class TestStatements implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final StorageState state = new StorageState();
    private final Pool pool;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Statements statements;
    private final StatementBatches batches;
    private final PgServer server;

    private TestStatements(Database database, Map<String, String> given, StatementWatch watch) {
        var all = new HashMap<>(Map.of("oncegate.db.pool-size", "8"));
        all.putAll(given);
        var config = Settings.of(DatabaseConfig.class, all);
        var settings = new PgPoolSettings(config);
        this.pool = settings.create(new Input(vertx, database));
        this.server = new PgServer(pool, settings);
        var transport = new Transport(vertx, pool, state, watch, config);
        this.statements = new Statements(vertx, transport, state);
        this.batches = new StatementBatches(vertx, transport, statements, config, meters);
    }

    public static TestStatements on(Database database, Map<String, String> given) {
        return on(database, given, Optional::empty);
    }

    static TestStatements on(Database database, Map<String, String> given, StatementWatch watch) {
        return new TestStatements(database, given, watch);
    }

    public static TestStatements on(Database database) {
        return on(database, Map.of());
    }

    public Statements statements() {
        return statements;
    }

    public StatementBatches batches() {
        return batches;
    }

    public SimpleMeterRegistry meters() {
        return meters;
    }

    /** What is begun in it comes before any of it is answered: all on one event loop, in one turn. */
    public <T> T atOnce(Supplier<T> beginning) {
        var begun = new CompletableFuture<T>();
        vertx.getOrCreateContext().runOnContext(now -> begun.complete(beginning.get()));
        return begun.join();
    }

    public PgServer server() {
        return server;
    }

    public StorageState state() {
        return state;
    }

    public Vertx vertx() {
        return vertx;
    }

    @Override
    public void close() {
        pool.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private record Input(Vertx vertx, PoolOptions poolOptions, List<PgConnectOptions> pgConnectOptionsList)
            implements PgPoolCreator.Input {
        Input(Vertx vertx, Database database) {
            this(
                    vertx,
                    new PoolOptions(),
                    List.of(new PgConnectOptions()
                            .setHost(database.host())
                            .setPort(database.port())
                            .setDatabase(database.name())
                            .setUser(database.user())
                            .setPassword(database.password())));
        }
    }
}
