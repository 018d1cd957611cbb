package io.oncegate.request;

import io.oncegate.request.BodyRefusedException.Kind;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One body on its way in: ends with its bytes or with one refusal. Lives on the request's own context. */
final class BodyCollection {

    private final RoutingContext http;
    private final long mostBytes;
    private final UniEmitter<? super byte[]> result;
    private @Nullable Buffer received;
    private long timer;
    private boolean over;

    BodyCollection(RoutingContext http, long mostBytes, UniEmitter<? super byte[]> result) {
        this.http = http;
        this.mostBytes = mostBytes;
        this.result = result;
    }

    static BodyRefusedException tooLarge(long mostBytes) {
        return new BodyRefusedException(Kind.TOO_LARGE, "Send a body of at most " + mostBytes + " bytes.");
    }

    void begin(Duration longest) {
        HttpServerRequest request = http.request();
        Vertx vertx = http.vertx();
        timer = vertx.setTimer(longest.toMillis(), late -> refuse(Kind.LATE, "The body did not arrive in time."));
        result.onTermination(() -> vertx.cancelTimer(timer));
        request.handler(this::take);
        request.exceptionHandler(broken -> refuse(Kind.CUT, "The body ended before it was complete."));
        request.endHandler(end -> complete());
        if (expectsContinue(request)) {
            http.response().writeContinue();
        }
        request.resume();
    }

    private void take(Buffer chunk) {
        if (over) {
            return;
        }
        long length = (received == null ? 0 : received.length()) + (long) chunk.length();
        if (length > mostBytes) {
            refuse(tooLarge(mostBytes));
        } else if (received == null) {
            received = chunk;
        } else {
            received.appendBuffer(chunk);
        }
    }

    private void complete() {
        if (!over) {
            over = true;
            result.complete(received == null ? new byte[0] : received.getBytes());
        }
    }

    private void refuse(Kind kind, String sentence) {
        refuse(new BodyRefusedException(kind, sentence));
    }

    private void refuse(BodyRefusedException refusal) {
        if (!over) {
            over = true;
            received = null;
            UnreadBody.discard(http);
            result.fail(refusal);
        }
    }

    private static boolean expectsContinue(HttpServerRequest request) {
        String expect = request.getHeader(HttpHeaders.EXPECT);
        return expect != null && expect.equalsIgnoreCase("100-continue") && request.version() != HttpVersion.HTTP_1_0;
    }
}
