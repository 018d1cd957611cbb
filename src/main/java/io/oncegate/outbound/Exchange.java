package io.oncegate.outbound;

import io.netty.handler.codec.TooLongFrameException;
import io.oncegate.outbound.Breaker.Verdict;
import io.oncegate.outbound.CallResult.Answered;
import io.oncegate.outbound.CallResult.Lost;
import io.oncegate.outbound.CallResult.LostReason;
import io.oncegate.outbound.CallResult.NotSent;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.request.Deadline;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * One call on its way: waits for a connection, leaves if it is not too late by then, collects the answer. It ends once,
 * and what comes later is of no account. All of it happens on the endpoint's event loop.
 *
 * <pre>
 *   connecting --a connection, in time--> leaving --> answering --the last byte--> Answered
 *       |                                    |            |
 *       +--> NotSent                         +------------+--> Lost, and the connection is closed
 * </pre>
 */
final class Exchange {

    /** To be told once, on the event loop. */
    @FunctionalInterface
    interface Ending {
        void ended(CallResult result, Verdict verdict);
    }

    private static final Logger LOG = Logger.getLogger(Exchange.class);

    private static final int LARGEST_BODY = 1024 * 1024;
    private static final int FIRST_FINAL_STATUS = 200;
    private static final int FIRST_SERVER_ERROR = 500;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final String GET = "GET";

    private final Endpoint endpoint;
    private final OutboundRequest request;
    private final Deadline leaveBy;
    private final Ending ending;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private long timer;
    private boolean over;

    Exchange(Endpoint endpoint, OutboundRequest request, Deadline leaveBy, Ending ending) {
        this.endpoint = endpoint;
        this.request = request;
        this.leaveBy = leaveBy;
        this.ending = ending;
    }

    void begin() {
        timer = endpoint.after(endpoint.settings().connectTimeout(), this::noConnection);
        try {
            endpoint.connect(request.method(), request.target()).onComplete(this::connected);
        } catch (IllegalStateException closed) {
            end(notSent(NotSentReason.NO_CONNECTION), Verdict.NO_CALL);
        } catch (RuntimeException unusable) {
            unusable(unusable);
        }
    }

    private void connected(AsyncResult<HttpClientRequest> got) {
        if (got.failed()) {
            noConnection();
        } else if (over) {
            got.result().reset();
        } else {
            prepare(got.result());
        }
    }

    private void prepare(HttpClientRequest http) {
        Buffer bytes;
        try {
            request.headers().forEach(http::putHeader);
            bytes = Buffer.buffer(request.body());
        } catch (RuntimeException unusable) {
            unusable(unusable);
            http.reset();
            return;
        }
        if (leaveBy.passed()) {
            end(notSent(NotSentReason.TOO_LATE), Verdict.NO_CALL);
            http.reset();
        } else {
            leave(http, bytes);
        }
    }

    /** From here on it may have happened, whatever goes wrong. */
    private void leave(HttpClientRequest http, Buffer bytes) {
        Future<HttpClientResponse> answer;
        try {
            boolean bare = bytes.length() == 0 && request.method().equals(GET);
            answer = bare ? http.send() : http.send(bytes);
        } catch (RuntimeException broken) {
            broken(http, broken);
            return;
        }
        endpoint.cancel(timer);
        // One limit for all of the answer: what comes in drops does not prolong it.
        timer = endpoint.after(endpoint.settings().callTimeout(), () -> lose(http, LostReason.TIMEOUT, Verdict.BADLY));
        answer.onComplete(head -> {
            if (head.succeeded()) {
                answering(http, head.result());
            } else {
                broken(http, head.cause());
            }
        });
    }

    private void answering(HttpClientRequest http, HttpClientResponse response) {
        response.exceptionHandler(broken -> broken(http, broken))
                .handler(chunk -> collect(http, chunk))
                .endHandler(end -> answered(response));
        if (response.statusCode() < FIRST_FINAL_STATUS) {
            // The answer proper is yet to come, and would be taken for that of the connection's next request.
            lose(http, LostReason.CONNECTION_CLOSED, Verdict.WELL);
        }
    }

    private void collect(HttpClientRequest http, Buffer chunk) {
        if (over) {
            return;
        }
        if (body.size() + chunk.length() > LARGEST_BODY) {
            lose(http, LostReason.TOO_LARGE, Verdict.WELL);
        } else {
            body.writeBytes(chunk.getBytes());
        }
    }

    private void answered(HttpClientResponse response) {
        Map<String, String> headers = new LinkedHashMap<>();
        response.headers().forEach((name, value) -> headers.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
        int status = response.statusCode();
        end(new Answered(new Reply(status, headers, body.toByteArray())), verdict(status));
    }

    private static Verdict verdict(int status) {
        if (status >= FIRST_SERVER_ERROR) {
            return Verdict.BADLY;
        }
        return status == UNAUTHORIZED || status == FORBIDDEN ? Verdict.TURNED_AWAY : Verdict.WELL;
    }

    private void noConnection() {
        end(notSent(NotSentReason.NO_CONNECTION), Verdict.BADLY);
    }

    /** A fault of ours. The message may hold a header's value, and stays out of the log. */
    private void unusable(RuntimeException fault) {
        if (!over) {
            LOG.errorf(
                    "a request cannot be written account=%s fault=%s",
                    endpoint.settings().name(), fault.getClass().getName());
        }
        end(notSent(NotSentReason.NO_CONNECTION), Verdict.NO_CALL);
    }

    private static NotSent notSent(NotSentReason reason) {
        return new NotSent(reason, Optional.empty());
    }

    /** An answer that cannot be read is no failure of whoever gave it, as far as the breaker goes. */
    private void broken(HttpClientRequest http, Throwable cause) {
        boolean closed = cause instanceof IOException || cause instanceof HttpClosedException;
        boolean tooLong = cause instanceof TooLongFrameException;
        lose(
                http,
                tooLong ? LostReason.TOO_LARGE : LostReason.CONNECTION_CLOSED,
                closed ? Verdict.BADLY : Verdict.WELL);
    }

    private void lose(HttpClientRequest http, LostReason reason, Verdict verdict) {
        if (!over) {
            end(new Lost(reason), verdict);
            // Its answer may still be on the way: the connection serves nobody else.
            http.reset();
        }
    }

    private void end(CallResult result, Verdict verdict) {
        if (!over) {
            over = true;
            endpoint.cancel(timer);
            ending.ended(result, verdict);
        }
    }
}
