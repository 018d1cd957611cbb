package io.oncegate.phase;

import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;

/** The PostgreSQL that the pool's connections lead to, for a connection beside them. */
@ApplicationScoped
public class PgServer {

    private final Pool pool;
    private final PgPoolSettings settings;

    PgServer(Pool pool, PgPoolSettings settings) {
        this.pool = pool;
        this.settings = settings;
    }

    /** All that is set of the pool's connections, credentials and TLS included, to be changed at will. */
    public PgConnectOptions options() {
        // The pool is made when it is used first, and its settings are known from then on.
        var unused = pool.size();
        return settings.server();
    }
}
