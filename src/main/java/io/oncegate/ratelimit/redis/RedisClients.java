package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.store.RedisConfig;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The client of Redis, and the next one in its place: a client keeps its connections, also those to a server that no
 * longer is the right one, or that swallow what is sent. Thread-safe.
 */
final class RedisClients {

    /** Longer than any call may take: nobody waits for an answer of a replaced client after it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final RedisConfig config;
    private volatile Redis current;

    RedisClients(Vertx vertx, RedisConfig config) {
        this.vertx = vertx;
        this.config = config;
        this.current = Redis.createClient(vertx, options());
    }

    Redis current() {
        return current;
    }

    /** Puts a new client in the place of {@code failed}, unless that has happened; its calls may still end. */
    synchronized void replace(Redis failed) {
        if (failed == current) {
            current = Redis.createClient(vertx, options());
            vertx.setTimer(GRACE.toMillis(), over -> failed.close());
        }
    }

    synchronized void close() {
        current.close();
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
        return net;
    }
}
