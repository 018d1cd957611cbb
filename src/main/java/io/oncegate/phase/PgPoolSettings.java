package io.oncegate.phase;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pool of PostgreSQL connections with its bounds, most of which have no Quarkus setting. */
@ApplicationScoped
class PgPoolSettings implements PgPoolCreator {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(65);

    private final DatabaseConfig config;
    private volatile @Nullable PgConnectOptions server;

    PgPoolSettings(DatabaseConfig config) {
        this.config = config;
    }

    @Override
    public Pool create(Input input) {
        input.poolOptions()
                .setMaxSize(config.poolSize())
                .setMaxWaitQueueSize(config.poolWaiting())
                // Longer than any request waits: its own deadline is watched where its statement waits.
                .setConnectionTimeout((int) LONGEST_WAIT.toMillis())
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
        List<PgConnectOptions> servers = input.pgConnectOptionsList();
        servers.forEach(this::bound);
        server = servers.get(0);
        return PgBuilder.pool()
                .using(input.vertx())
                .with(input.poolOptions())
                .connectingTo(List.<SqlConnectOptions>copyOf(servers))
                .build();
    }

    /** What a connection of the pool is opened with; once there is a pool. */
    PgConnectOptions server() {
        return new PgConnectOptions(Objects.requireNonNull(server, "there is no pool yet"));
    }

    private void bound(PgConnectOptions server) {
        server.setConnectTimeout((int) config.connectTimeout().toMillis());
        // All of them are constants, and the longest ones are those that it would cost most to parse each time.
        server.setCachePreparedStatements(true);
        server.setPreparedStatementCacheSqlLimit(Integer.MAX_VALUE);
        server.addProperty("application_name", "oncegate");
        server.addProperty(
                "statement_timeout", Long.toString(config.statementTimeout().toMillis()));
        server.addProperty(
                "lock_timeout", Long.toString(config.statementTimeout().toMillis()));
        // Every statement has one plan, which a test looks at; by the length of an array it might be planned each time.
        server.addProperty("plan_cache_mode", "force_generic_plan");
        // A network that swallows bytes never closes a socket; silence beyond every reply's limit does. A connection
        // that merely idles is closed with it, and opened again when it is needed.
        server.setReadIdleTimeout((int) config.idleTimeout().toSeconds());
        server.setIdleTimeoutUnit(TimeUnit.SECONDS);
    }
}
