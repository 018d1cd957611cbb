package io.oncegate.outbound;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** An account with a clock that is moved by hand, and calls that are waited for. */
final class TestRemote implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** For limits that are meant to be reached. */
    static final Duration SOON = Duration.ofMillis(250);

    private static final Duration LONG = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong now = new AtomicLong(-Duration.ofDays(1).toNanos());
    private final RemoteSettings settings;
    private final HttpRemote remote;

    private TestRemote(RemoteSettings settings) {
        this.settings = settings;
        this.remote = new HttpRemote(vertx, settings, now::get);
    }

    static TestRemote with(RemoteSettings settings) {
        return new TestRemote(settings);
    }

    static TestRemote to(URI base) {
        return with(settings(base));
    }

    static RemoteSettings settings(URI base) {
        return new RemoteSettings("acme", base, 8, 1000, LONG, LONG);
    }

    static RemoteSettings inFlight(URI base, int most) {
        return new RemoteSettings("acme", base, most, 1000, LONG, LONG);
    }

    static RemoteSettings perSecond(URI base, int calls) {
        return new RemoteSettings("acme", base, 8, calls, LONG, LONG);
    }

    /** Whose calls end soon, whatever happens. */
    static RemoteSettings impatient(URI base) {
        return new RemoteSettings("acme", base, 8, 1000, SOON, SOON);
    }

    static OutboundRequest post(String target, String body) {
        return new OutboundRequest(
                "POST", target, Map.of("Content-Type", "text/plain"), body.getBytes(StandardCharsets.US_ASCII));
    }

    Vertx vertx() {
        return vertx;
    }

    HttpRemote remote() {
        return remote;
    }

    RemoteSettings settings() {
        return settings;
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    Uni<CallResult> begin(String target) {
        return remote.call(post(target, "body"), Deadline.in(LONG));
    }

    CallResult call(String target) {
        return call(post(target, "body"));
    }

    CallResult call(OutboundRequest request) {
        return call(request, Deadline.in(LONG));
    }

    CallResult call(OutboundRequest request, Deadline leaveBy) {
        return remote.call(request, leaveBy).await().atMost(PATIENCE);
    }

    @Override
    public void close() {
        remote.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
