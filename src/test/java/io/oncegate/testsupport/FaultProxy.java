package io.oncegate.testsupport;

import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A TCP proxy on loopback that fails on demand. What it does can be changed at any time and holds for open connections
 * too. Client and server are told apart by who has connected; bytes from the client are called a request, whatever they
 * are.
 */
public final class FaultProxy implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private final Vertx vertx = Vertx.vertx();
    private final NetClient client = vertx.createNetClient();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Trap> trap = new AtomicReference<>();
    private final String targetHost;
    private volatile int targetPort;
    private volatile Fault fault = Fault.none();
    private NetServer server;
    private final int port;

    private FaultProxy(String targetHost, int targetPort) {
        this.targetHost = targetHost;
        this.targetPort = targetPort;
        this.server = listen(0);
        this.port = server.actualPort();
    }

    public static FaultProxy to(String host, int port) {
        return new FaultProxy(host, port);
    }

    public static String host() {
        return LOOPBACK;
    }

    public int port() {
        return port;
    }

    /** Leads new connections elsewhere, such as to a service that came back on another port. */
    public void retarget(int otherPort) {
        targetPort = otherPort;
    }

    /** Everything is passed on, from now on. */
    public void pass() {
        become(Fault.none());
    }

    /** Everything is passed on, each way this much later. */
    public void delay(Duration latency) {
        become(new Fault(Fault.Kind.DELAY, latency));
    }

    /** A request reaches the server, then both sides lose the connection. */
    public void cutAfterRequest() {
        become(Fault.of(Fault.Kind.CUT_AFTER_REQUEST));
    }

    /** Requests reach the server; the client waits for replies that never come. */
    public void dropReplies() {
        become(Fault.of(Fault.Kind.DROP_REPLIES));
    }

    /** Nothing is passed on, nothing is lost: bytes wait for {@link #pass()}. */
    public void stall() {
        become(Fault.of(Fault.Kind.STALL));
    }

    /** Open connections and new ones are reset. */
    public void reset() {
        become(Fault.of(Fault.Kind.RESET));
    }

    /** Open connections are cut and nobody listens any more, until another mode is chosen. */
    public void refuse() {
        become(Fault.none());
        join(server.close());
        server = null;
        // The future completes a moment before the kernel lets go of the port.
        await().until(() -> !isListening());
    }

    /**
     * The next request that contains {@code text} reaches the server; its reply is swallowed, and then the client loses
     * the connection. All else is passed on as before.
     */
    public void dropNextReplyTo(String text) {
        dropReplyTo(text, 1);
    }

    /** The same for the request that is the {@code nth} to contain {@code text}, counted from 1. */
    public void dropReplyTo(String text, int nth) {
        trap.set(new Trap(text, nth, true));
    }

    /**
     * The next request that contains {@code text} reaches the server; its reply is swallowed, and so is all that follows
     * on that connection, which stays open. All else is passed on as before.
     */
    public void swallowNextReplyTo(String text) {
        swallowReplyTo(text, 1);
    }

    /** The same for the request that is the {@code nth} to contain {@code text}, counted from 1. */
    public void swallowReplyTo(String text, int nth) {
        trap.set(new Trap(text, nth, false));
    }

    @Override
    public void close() {
        join(vertx.close());
    }

    Fault fault() {
        return fault;
    }

    /** What is waited for; null when nothing is. */
    Trap trap() {
        return trap.get();
    }

    /** To be asked once for each request with the trap's text; true for one connection only, however many saw it. */
    boolean springs(Trap seen) {
        return seen.left.decrementAndGet() == 0 && trap.compareAndSet(seen, null);
    }

    void ended(ProxiedConnection connection) {
        connections.remove(connection);
    }

    private void become(Fault next) {
        fault = next;
        if (server == null) {
            server = listen(port);
        }
        connections.forEach(ProxiedConnection::faultChanged);
    }

    private NetServer listen(int onPort) {
        return join(
                vertx.createNetServer(new NetServerOptions().setHost(LOOPBACK).setPort(onPort))
                        .connectHandler(this::accept)
                        .listen());
    }

    private boolean isListening() {
        try (var probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return probe.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private void accept(NetSocket fromClient) {
        fromClient.pause();
        var connected = client.connect(targetPort, targetHost);
        // For a client that has gone before the connection stands.
        fromClient.closeHandler(gone -> connected.onSuccess(NetSocket::close));
        connected
                .onSuccess(toServer -> connections.add(new ProxiedConnection(this, vertx, fromClient, toServer)))
                .onFailure(unreachable -> fromClient.close());
    }

    /** Waits for a request that contains {@code text}; then cuts the connection at the reply, or makes it mute. */
    static final class Trap {
        final String text;
        final AtomicInteger left;
        final boolean cuts;

        Trap(String text, int nth, boolean cuts) {
            this.text = text;
            this.left = new AtomicInteger(nth);
            this.cuts = cuts;
        }
    }

    private static <T> T join(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
