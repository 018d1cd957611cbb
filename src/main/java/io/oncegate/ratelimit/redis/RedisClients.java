package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.store.RedisConfig;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The connections to Redis, and the next ones in their place: some may lead to a server that no longer is the right one,
 * or swallow what is sent. Thread-safe.
 */
final class RedisClients {

    private final VertxInternal vertx;
    private final RedisConfig config;
    private final LongSupplier nanoClock;
    private volatile Connections current;

    RedisClients(Vertx vertx, RedisConfig config, LongSupplier nanoClock) {
        this.vertx = (VertxInternal) vertx;
        this.config = config;
        this.nanoClock = nanoClock;
        this.current = create();
    }

    Connections current() {
        return current;
    }

    /** Puts new ones in the place of {@code failed}, unless that has happened; their calls may still end. */
    synchronized void replace(Connections failed) {
        if (failed == current) {
            current = create();
            vertx.setTimer(Connections.GRACE.toMillis(), over -> failed.close());
        }
    }

    synchronized void close() {
        current.close();
    }

    private Connections create() {
        RedisOptions options = options();
        return config.mode() == RedisConfig.Mode.CLUSTER
                ? new PooledConnections(Redis.createClient(vertx, options), config.poolSize())
                : new SharedConnections(
                        vertx, options.setMaxPoolSize(1).setMaxPoolWaiting(1), config.poolSize(), nanoClock);
    }

    private RedisOptions options() {
        RedisOptions options = new RedisOptions()
                .setType(type())
                .setEndpoints(config.url().orElse(List.of()).stream()
                        .map(String::strip)
                        .toList())
                .setMaxPoolSize(config.poolSize())
                .setMaxPoolWaiting(config.poolWaiting())
                .setNetClientOptions(net());
        config.masterName().ifPresent(options::setMasterName);
        return options;
    }

    private RedisClientType type() {
        return switch (config.mode()) {
            case STANDALONE -> RedisClientType.STANDALONE;
            case CLUSTER -> RedisClientType.CLUSTER;
            case SENTINEL -> RedisClientType.SENTINEL;
        };
    }

    private NetClientOptions net() {
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout((int) config.connectTimeout().toMillis())
                .setReadIdleTimeout((int) config.idleTimeout().toSeconds());
        net.setIdleTimeoutUnit(TimeUnit.SECONDS);
        net.setMetricsName(ClientMeters.CONNECTIONS);
        return net;
    }
}
