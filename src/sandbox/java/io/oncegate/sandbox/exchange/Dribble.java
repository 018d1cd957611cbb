package io.oncegate.sandbox.exchange;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;

/** A body that arrives byte by byte, spread evenly over a time. */
final class Dribble {
    private final HttpServerResponse response;
    private final Buffer body;
    private final long nanos;
    private final long begun = System.nanoTime();
    private int sent;

    Dribble(HttpServerResponse response, Buffer body, long millis) {
        this.response = response;
        this.body = body;
        this.nanos = Math.max(1, Duration.ofMillis(millis).toNanos());
    }

    void start(Vertx vertx) {
        // With the first byte the head leaves too.
        if (!sendUpTo(1)) {
            vertx.setPeriodic(
                    Math.max(1, Duration.ofNanos(nanos / body.length()).toMillis()), timer -> {
                        if (response.closed() || sendUpTo(due())) {
                            vertx.cancelTimer(timer);
                        }
                    });
        }
    }

    private int due() {
        var elapsed = Math.min(nanos, System.nanoTime() - begun);
        return (int) (body.length() * (double) elapsed / nanos);
    }

    /** Whether that was all. */
    private boolean sendUpTo(int end) {
        for (; sent < end; sent++) {
            response.write(body.slice(sent, sent + 1));
        }
        if (sent == body.length()) {
            response.end();
            return true;
        }
        return false;
    }
}
