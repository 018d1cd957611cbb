package io.oncegate.ratelimit.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.stream.Stream;

/**
 * A connection for each call, from a pool. So it is with a cluster: following a slot that moves takes two requests to its
 * new node, and another call between them would break that.
 */
final class PooledConnections implements Connections {

    /** Enough for the first burst; the pool opens the others when they are needed. */
    private static final int OPENED_IN_ADVANCE = 8;

    private final Redis client;
    private final int poolSize;

    PooledConnections(Redis client, int poolSize) {
        this.client = client;
        this.poolSize = poolSize;
    }

    @Override
    public Future<Link> link() {
        return client.connect().map(PooledLink::new);
    }

    /** Each goes to a node by chance. */
    @Override
    public List<Future<?>> begin(Request first) {
        return Stream.<Future<?>>generate(() -> client.send(first))
                .limit(Math.min(OPENED_IN_ADVANCE, poolSize))
                .toList();
    }

    @Override
    public void close() {
        client.close();
    }

    private record PooledLink(RedisConnection connection) implements Link {

        @Override
        public Future<Response> send(Request request) {
            return connection.send(request);
        }

        /** Back to the pool, but never before its reply: a busy connection would stall its next user. */
        @Override
        public void release() {
            var unused = connection.close();
        }

        @Override
        public void late(long sentNanos) {
            // It is out of use for as long as there is no reply, and closed when it stays silent.
        }
    }
}
