package io.oncegate.ratelimit.redis;

import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * A connection for each event loop, on which the calls from there follow each other without waiting. A call is handed to
 * no other thread on its way out or back, and what comes together is read together, here and by Redis.
 */
final class SharedConnections implements Connections {

    private final VertxInternal vertx;
    private final RedisOptions options;
    private final int most;
    private final LongSupplier nanoClock;
    private final Map<EventLoop, Line> byLoop = new ConcurrentHashMap<>();
    private final List<Line> lines = new ArrayList<>();

    /** {@code most}: of more event loops than that, some share one. */
    SharedConnections(VertxInternal vertx, RedisOptions options, int most, LongSupplier nanoClock) {
        this.vertx = vertx;
        this.options = options;
        this.most = most;
        this.nanoClock = nanoClock;
    }

    @Override
    public Future<Link> link() {
        EventLoop loop = vertx.getOrCreateContext().nettyEventLoop();
        Line known = byLoop.get(loop);
        return (known == null ? byLoop.computeIfAbsent(loop, this::lineOf) : known).link();
    }

    private synchronized Line lineOf(EventLoop loop) {
        if (lines.size() == most) {
            return lines.get(byLoop.size() % most);
        }
        Line line = new Line(vertx, loop, options, nanoClock);
        lines.add(line);
        return line;
    }

    @Override
    public List<Future<?>> begin(Request first) {
        return List.of(link().compose(link -> link.send(first)));
    }

    @Override
    public synchronized void close() {
        lines.forEach(Line::close);
    }
}
