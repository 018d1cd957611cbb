package io.oncegate.testsupport;

import io.netty.channel.ChannelOption;
import io.oncegate.testsupport.FaultProxy.Trap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import java.nio.charset.StandardCharsets;

/** Both halves of one connection through a {@link FaultProxy}; all of it runs on one event loop. */
final class ProxiedConnection {
    private final FaultProxy proxy;
    private final Vertx vertx;
    private final NetSocket client;
    private final NetSocket server;

    private Trap trap;

    /** What came since the trap was set: a request can come in pieces. */
    private final StringBuilder sinceTrap = new StringBuilder();

    /** That this connection has sprung; null before. */
    private Trap sprung;

    ProxiedConnection(FaultProxy proxy, Vertx vertx, NetSocket client, NetSocket server) {
        this.proxy = proxy;
        this.vertx = vertx;
        this.client = client;
        this.server = server;
        // A broken half is closed next; that it broke is what this proxy is for.
        client.handler(this::request).exceptionHandler(broken -> {}).closeHandler(closed -> end(server));
        server.handler(this::reply).exceptionHandler(broken -> {}).closeHandler(closed -> end(client));
        apply();
    }

    /** To be called from another thread; returns when the connection behaves as the proxy now wants. */
    void faultChanged() {
        ((NetSocketInternal) client)
                .channelHandlerContext()
                .executor()
                .submit(this::apply)
                .syncUninterruptibly();
    }

    private void apply() {
        switch (proxy.fault().kind()) {
            case STALL -> {
                client.pause();
                server.pause();
            }
            case RESET -> {
                reset(client);
                reset(server);
            }
            default -> {
                client.resume();
                server.resume();
            }
        }
    }

    private void request(Buffer bytes) {
        if (sprung == null) {
            sprung = springsTrap(bytes) ? trap : null;
        }
        switch (proxy.fault().kind()) {
            case CUT_AFTER_REQUEST ->
                server.write(bytes).onComplete(written -> {
                    client.close();
                    server.close();
                });
            case DELAY -> later(server, bytes);
            default -> server.write(bytes);
        }
    }

    private void reply(Buffer bytes) {
        if (sprung != null) {
            if (sprung.cuts) {
                client.close();
            }
            return;
        }
        switch (proxy.fault().kind()) {
            case CUT_AFTER_REQUEST, DROP_REPLIES -> {
                // Swallowed.
            }
            case DELAY -> later(client, bytes);
            default -> client.write(bytes);
        }
    }

    private void later(NetSocket to, Buffer bytes) {
        // Equal latencies keep the order: timers of one event loop fire as they were set.
        vertx.setTimer(Math.max(1, proxy.fault().latency().toMillis()), due -> to.write(bytes));
    }

    private boolean springsTrap(Buffer bytes) {
        var current = proxy.trap();
        if (current != trap) {
            trap = current;
            sinceTrap.setLength(0);
        }
        if (trap == null) {
            return false;
        }
        sinceTrap.append(bytes.toString(StandardCharsets.ISO_8859_1));
        if (sinceTrap.indexOf(trap.text) < 0) {
            return false;
        }
        sinceTrap.setLength(0);
        return proxy.springs(trap);
    }

    private void end(NetSocket other) {
        proxy.ended(this);
        other.close();
    }

    /** Closing without lingering is what makes the kernel say RST instead of FIN. */
    private static void reset(NetSocket socket) {
        ((NetSocketInternal) socket).channelHandlerContext().channel().config().setOption(ChannelOption.SO_LINGER, 0);
        socket.close();
    }
}
