package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.util.Map;

/**
 * PostgreSQL and Redis on free ports of loopback, with data that lives as long as this process. There is nothing to
 * stop: a {@link Watcher} ends both when this process ends, whatever ends it.
 */
public final class EmbeddedServers {
    private final PostgresServer postgres;
    private final RedisServer redis;

    private EmbeddedServers(PostgresServer postgres, RedisServer redis) {
        this.postgres = postgres;
        this.redis = redis;
    }

    /** Returns when both answer. {@code durable}: PostgreSQL forces its writes to disk. */
    public static EmbeddedServers start(boolean durable) throws IOException {
        var folder = RunFolder.create();
        Watcher.start(folder);
        return new EmbeddedServers(PostgresServer.start(folder, durable), RedisServer.start(folder));
    }

    /** The settings that lead the service here. */
    public Map<String, Object> settings() {
        return Map.of(
                "oncegate.db.host", ServerProcess.LOOPBACK,
                "oncegate.db.port", postgres.port(),
                "oncegate.db.name", PostgresServer.DATABASE,
                "oncegate.db.user", PostgresServer.USER,
                "oncegate.db.password", PostgresServer.PASSWORD,
                "oncegate.redis.url", "redis://%s:%d".formatted(ServerProcess.LOOPBACK, redis.port()));
    }
}
