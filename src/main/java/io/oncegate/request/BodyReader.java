package io.oncegate.request;

import io.oncegate.request.BodyRefusedException.Kind;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's body without holding a thread: bounded in size and in time, and only in a form that the service
 * reads. Once it has refused a body over HTTP/1.1, the connection ends with the answer, since what is still on its way
 * could not be told from the next request.
 */
@ApplicationScoped
public class BodyReader {

    private static final String JSON = "application/json";
    private static final Pattern JSON_IN_UTF_8 =
            Pattern.compile("(?i)application/json(?:[ \\t]*;[ \\t]*(?:charset=(?:utf-8|\"utf-8\"))?)?");

    private final long mostBytes;
    private final Duration longest;

    BodyReader(RequestConfig config) {
        this.mostBytes = config.maxBody().asLongValue();
        this.longest = config.bodyTimeout();
    }

    /**
     * The body of a request that must say {@code application/json}; empty when it has none. To be subscribed once, on
     * the request's own context, before anything else has read the body.
     *
     * <p>Fails with a {@link BodyRefusedException}.
     */
    public Uni<byte[]> read(RoutingContext http) {
        return Uni.createFrom().deferred(() -> {
            BodyRefusedException refusal = unlessJson(http.request().headers());
            return refusal == null ? collect(http) : refuse(http, refusal);
        });
    }

    /**
     * The same of a request of any media type, or of none: what it says is its sender's affair, and the bytes are as they
     * were sent.
     */
    public Uni<byte[]> readRaw(RoutingContext http) {
        return Uni.createFrom().deferred(() -> collect(http));
    }

    private Uni<byte[]> collect(RoutingContext http) {
        HttpServerRequest request = http.request();
        BodyRefusedException refusal = unlessReadable(request.headers());
        if (refusal != null) {
            return refuse(http, refusal);
        }
        if (request.isEnded()) {
            return Uni.createFrom().item(new byte[0]);
        }
        return Uni.createFrom().emitter(emitter -> new BodyCollection(http, mostBytes, emitter).begin(longest));
    }

    private static Uni<byte[]> refuse(RoutingContext http, BodyRefusedException refusal) {
        UnreadBody.discard(http);
        return Uni.createFrom().failure(refusal);
    }

    private static @Nullable BodyRefusedException unlessJson(MultiMap headers) {
        List<String> types = headers.getAll(HttpHeaders.CONTENT_TYPE);
        boolean json = types.size() == 1
                && (types.get(0).equals(JSON)
                        || JSON_IN_UTF_8.matcher(types.get(0)).matches());
        return json
                ? null
                : unsupported("Send the body as one JSON value in UTF-8, with Content-Type: application/json.");
    }

    private @Nullable BodyRefusedException unlessReadable(MultiMap headers) {
        for (String coding : headers.getAll(HttpHeaders.CONTENT_ENCODING)) {
            if (!coding.equalsIgnoreCase("identity")) {
                return unsupported("Send the body as it is, without a Content-Encoding.");
            }
        }
        String length = headers.get(HttpHeaders.CONTENT_LENGTH);
        return length != null && declared(length) > mostBytes ? BodyCollection.tooLarge(mostBytes) : null;
    }

    /** Digits that do not fit are as large as a number gets; the server has refused anything but digits. */
    private static long declared(String contentLength) {
        try {
            return Long.parseLong(contentLength);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private static BodyRefusedException unsupported(String sentence) {
        return new BodyRefusedException(Kind.UNSUPPORTED, sentence);
    }
}
