package io.oncegate.ratelimit.redis;

import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.oncegate.ratelimit.redis.Connections.Link;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.channels.ClosedChannelException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection at a time, on one event loop: opened when it is called for, replaced when it breaks, and when it is
 * silent for as long as a call waits, since then it may swallow whatever is sent. Thread-safe.
 *
 * <pre>
 *   none --a call--> opening --> open --breaks, or is silent--> none
 *                       +------ fails, or takes too long -------^
 * </pre>
 */
final class Line {

    private final VertxInternal vertx;
    private final Context context;
    private final RedisOptions options;
    private final LongSupplier nanoClock;

    private volatile @Nullable Wire current;

    Line(VertxInternal vertx, EventLoop loop, RedisOptions options, LongSupplier nanoClock) {
        this.vertx = vertx;
        // Not the context of whoever calls first: that one may end, or carry what belongs to a request.
        this.context = vertx.createEventLoopContext(
                loop, vertx.getWorkerPool(), Thread.currentThread().getContextClassLoader());
        this.options = options;
        this.nanoClock = nanoClock;
    }

    Future<Link> link() {
        Wire now = current;
        return (now == null ? wired() : now).link.future();
    }

    private synchronized Wire wired() {
        Wire now = current;
        if (now == null) {
            now = new Wire();
            current = now;
            context.runOnContext(now::open);
        }
        return now;
    }

    void close() {
        Wire now = current;
        if (now != null) {
            context.runOnContext(closing -> now.end(new ClosedChannelException()));
        }
    }

    private synchronized void leave(Wire left) {
        if (current == left) {
            current = null;
        }
    }

    /** A connection from its first step to its end, on the line's event loop. */
    private final class Wire {
        private final Promise<Link> link = Promise.promise();
        private @Nullable Redis client;

        /** The client is made here, for this connection alone: one connects on the event loop on which it was made. */
        void open(Void onLoop) {
            Redis own = Redis.createClient(vertx, options);
            client = own;
            int patience = options.getNetClientOptions().getConnectTimeout();
            long timer = vertx.setTimer(patience, over -> end(new ConnectTimeoutException()));
            own.connect().onComplete(got -> {
                vertx.cancelTimer(timer);
                if (got.succeeded()) {
                    opened(got.result());
                } else {
                    end(got.cause());
                }
            });
        }

        private void opened(RedisConnection connection) {
            connection.exceptionHandler(this::end).endHandler(closed -> end(new ClosedChannelException()));
            link.tryComplete(new SharedLink(this, connection, nanoClock));
        }

        void end(Throwable why) {
            leave(this);
            link.tryFail(why);
            Redis own = client;
            client = null;
            if (own != null) {
                own.close();
            }
        }

        /** No call comes any more; those that are under way may still end. */
        void retire() {
            if (current == this) {
                leave(this);
                vertx.setTimer(
                        Connections.GRACE.toMillis(),
                        over -> context.runOnContext(end -> end(new ClosedChannelException())));
            }
        }
    }

    private static final class SharedLink implements Link {
        private final Wire wire;
        private final RedisConnection connection;
        private final LongSupplier nanoClock;
        private volatile long lastAnswer;

        SharedLink(Wire wire, RedisConnection connection, LongSupplier nanoClock) {
            this.wire = wire;
            this.connection = connection;
            this.nanoClock = nanoClock;
            this.lastAnswer = nanoClock.getAsLong();
        }

        @Override
        public Future<Response> send(Request request) {
            return connection.send(request).onComplete(this::ended);
        }

        private void ended(AsyncResult<Response> reply) {
            if (reply.succeeded() || Failures.isAnswer(reply.cause())) {
                lastAnswer = nanoClock.getAsLong();
            } else if (!Failures.isTooMany(reply.cause())) {
                // Closed before it could be told of its end.
                wire.retire();
            }
        }

        @Override
        public void release() {
            // Others send on it meanwhile.
        }

        /** Where others were answered since, Redis is slow, and a new connection would not be faster. */
        @Override
        public void late(long sentNanos) {
            if (lastAnswer - sentNanos < 0) {
                wire.retire();
            }
        }
    }
}
