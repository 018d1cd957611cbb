package io.oncegate.sandbox.notice;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * Brings notices to their recipients as providers do: once is enough where it is taken, else again after a pause that
 * doubles, and after the last try never. Nobody waits for it. Not for use by several threads.
 */
public final class Courier {
    /** Half a minute of tries: long enough for a receiver to start again. */
    private static final int MOST_TRIES = 8;

    private static final long FIRST_PAUSE_MILLIS = 250;

    /** For one try, whatever the receiver does meanwhile. */
    private static final int DEADLINE_MILLIS = 5_000;

    /** Notices under way; beyond them new ones are lost, as a provider loses them that gives up. */
    private static final int MOST_UNDER_WAY = 10_000;

    private static final int MOST_CONNECTIONS = 32;

    private final Vertx vertx;
    private final HttpClient client;
    private final InstantSource clock;
    private int underWay;

    public Courier(Vertx vertx, InstantSource clock) {
        this.vertx = vertx;
        this.clock = clock;
        // Without keep-alive no try fails for a connection that its receiver has given up.
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setKeepAlive(false)
                .setMaxPoolSize(MOST_CONNECTIONS)
                .setConnectTimeout(DEADLINE_MILLIS));
    }

    /** Tells {@code notice} to {@code recipient}, as often as it wants to hear it. */
    public void send(Notice notice, Recipient recipient) {
        for (var copy = 0; copy < recipient.times() && underWay < MOST_UNDER_WAY; copy++) {
            underWay++;
            attempt(notice, recipient, 1);
        }
    }

    private void attempt(Notice notice, Recipient recipient, int number) {
        tell(notice, recipient).otherwise(false).onSuccess(taken -> {
            if (taken || number == MOST_TRIES) {
                underWay--;
            } else {
                var pause = FIRST_PAUSE_MILLIS << (number - 1);
                vertx.setTimer(pause, timer -> attempt(notice, recipient, number + 1));
            }
        });
    }

    /** Whether it was taken. */
    private Future<Boolean> tell(Notice notice, Recipient recipient) {
        return Future.succeededFuture(notice.tell(recipient, clock.instant()))
                .compose(telling -> client.request(options(telling)).compose(request -> send(request, telling.body())))
                .compose(response -> response.body()
                        .map(body -> notice.isTaken(response.statusCode(), body.toString(StandardCharsets.UTF_8))))
                .timeout(DEADLINE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static RequestOptions options(Telling telling) {
        var options = new RequestOptions()
                .setAbsoluteURI(telling.url())
                .setMethod(telling.method())
                .setTimeout(DEADLINE_MILLIS);
        telling.headers().forEach(options::putHeader);
        return options;
    }

    private static Future<HttpClientResponse> send(HttpClientRequest request, String body) {
        return body.isEmpty() ? request.send() : request.send(body);
    }
}
