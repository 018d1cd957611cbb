package io.oncegate.sandbox.exchange;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;

/**
 * One request that has been read, and what is said to it. A client that has left meanwhile is no error: nothing is said
 * to it.
 */
public final class Exchange {
    private static final int STATUS_OK = 200;
    private static final int STATUS_FOUND = 302;

    /** No JSON, not even text: a byte that UTF-8 does not have. */
    private static final Buffer GARBAGE =
            Buffer.buffer("<html>").appendByte((byte) 0xFF).appendString("{\"status\":");

    private final RoutingContext context;

    public Exchange(RoutingContext context) {
        this.context = context;
    }

    /** The address under which this server can be reached at {@code path}. */
    public String url(String path) {
        var here = context.request().localAddress();
        return "http://%s:%d%s".formatted(here.host(), here.port(), path);
    }

    /** Whatever is said carries this header. */
    public void putHeader(String name, String value) {
        context.response().putHeader(name, value);
    }

    public void answer(Reply reply) {
        if (isOpen()) {
            begin(reply).end(reply.body());
        }
    }

    /** Closes the connection without a byte of an answer. */
    public void drop() {
        context.request().connection().close();
    }

    /** 200 with what cannot be read. */
    public void answerGarbage() {
        if (isOpen()) {
            begin(STATUS_OK).end(GARBAGE.copy());
        }
    }

    /** 200 with nothing in it. */
    public void answerNothing() {
        if (isOpen()) {
            begin(STATUS_OK).end();
        }
    }

    /** To somewhere else of the same dialect, where there is nothing. */
    public void redirect() {
        if (isOpen()) {
            var dialect = context.request().path().split("/", 3)[1];
            begin(STATUS_FOUND)
                    .putHeader("Location", "/%s/elsewhere".formatted(dialect))
                    .end();
        }
    }

    /** Promises the whole answer, sends half of its body, and closes the connection. */
    public void truncate(Reply reply) {
        if (isOpen()) {
            var body = bytesOf(reply);
            beginWhole(reply, body).write(body.slice(0, body.length() / 2)).onComplete(sent -> drop());
        }
    }

    /** Sends the head at once, and the body byte by byte over {@code millis}. */
    public void dribble(Reply reply, long millis) {
        if (isOpen()) {
            var body = bytesOf(reply);
            new Dribble(beginWhole(reply, body), body, millis).start(context.vertx());
        }
    }

    private boolean isOpen() {
        return !context.response().closed() && !context.response().ended();
    }

    private HttpServerResponse beginWhole(Reply reply, Buffer body) {
        return begin(reply).putHeader("Content-Length", String.valueOf(body.length()));
    }

    private HttpServerResponse begin(Reply reply) {
        var response = begin(reply.status());
        reply.headers().forEach(response::putHeader);
        return response;
    }

    private HttpServerResponse begin(int status) {
        return context.response().setStatusCode(status).putHeader("Content-Type", "application/json");
    }

    private static Buffer bytesOf(Reply reply) {
        return Buffer.buffer(reply.body().getBytes(StandardCharsets.UTF_8));
    }
}
