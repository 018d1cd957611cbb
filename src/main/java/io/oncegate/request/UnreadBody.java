package io.oncegate.request;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * What is left of a body that was refused. It is read and thrown away for a moment: a connection that is closed on
 * unread bytes is reset, and a reset takes the answer away from a client that is still sending.
 */
final class UnreadBody {

    private static final long LINGER_MILLIS = 1000;

    private UnreadBody() {}

    /** Ends the connection, or over HTTP/2 nothing but the wait for the rest, once the answer has left. */
    static void discard(RoutingContext http) {
        HttpServerRequest request = http.request();
        if (request.version() == HttpVersion.HTTP_2) {
            http.addEndHandler(answered -> swallow(request));
            return;
        }
        http.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        http.addEndHandler(answered -> {
            if (request.isEnded()) {
                request.connection().close();
            } else {
                swallow(request);
                request.endHandler(end -> request.connection().close());
                http.vertx()
                        .setTimer(LINGER_MILLIS, late -> request.connection().close());
            }
        });
    }

    private static void swallow(HttpServerRequest request) {
        if (!request.isEnded()) {
            request.exceptionHandler(broken -> {});
            request.handler(chunk -> {});
            request.resume();
        }
    }
}
