package io.oncegate.outbound;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Where an account's calls go, and the connections that lead there. All of them live on one event loop, and so does each
 * call from the moment at which it asks for a connection: nothing comes between the last look at the clock and the first
 * byte, and one call's steps need no lock. Thread-safe but where a method says otherwise.
 */
final class Endpoint {

    private static final String TLS = "https";
    private static final int TLS_PORT = 443;
    private static final int PORT = 80;

    /** Below what providers grant an idle connection, so that few calls meet one that is just being closed. */
    private static final int KEEP_ALIVE_SECONDS = 10;

    /** Some providers send policies of several kilobytes along. */
    private static final int LONGEST_HEAD = 32 * 1024;

    private final RemoteSettings settings;
    private final boolean tls;
    private final String path;
    private final ContextInternal loop;
    private final HttpClient client;

    Endpoint(Vertx vertx, RemoteSettings settings) {
        URI base = settings.base();
        this.settings = settings;
        this.tls = TLS.equals(base.getScheme());
        this.path = base.getRawPath() == null ? "" : base.getRawPath();
        // Not the context of whoever calls first: that one may end, or carry what belongs to a request.
        this.loop = ((VertxInternal) vertx).createEventLoopContext();
        // A broken connection is told to its call. It would also be logged, in words that quote what was read.
        this.client = vertx.httpClientBuilder()
                .with(options())
                .with(pool())
                .withConnectHandler(connection -> connection.exceptionHandler(broken -> {}))
                .build();
    }

    private HttpClientOptions options() {
        int connectMillis = (int) millis(settings.connectTimeout());
        return new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_1_1)
                .setKeepAlive(true)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                // A request behind another one would wait for its answer with its bytes already gone.
                .setPipelining(false)
                .setDecompressionSupported(false)
                .setMaxHeaderSize(LONGEST_HEAD)
                .setConnectTimeout(connectMillis)
                .setSslHandshakeTimeout(connectMillis)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setSsl(tls)
                .setVerifyHost(true)
                .setTrustAll(false);
    }

    /** A connection for each call that may be in flight: nobody waits but for one that is just being closed. */
    private PoolOptions pool() {
        return new PoolOptions().setHttp1MaxSize(settings.mostInFlight()).setMaxWaitQueueSize(-1);
    }

    RemoteSettings settings() {
        return settings;
    }

    /** Does this on the event loop. */
    void onLoop(Runnable action) {
        loop.runOnContext(nothing -> action.run());
    }

    /** Does this on the event loop, later. To be called there. */
    long after(Duration delay, Runnable action) {
        return loop.setTimer(millis(delay), due -> action.run());
    }

    void cancel(long timer) {
        loop.owner().cancelTimer(timer);
    }

    /**
     * A request of which nothing has been written, on a connection that stands. Reset before anything was, it leaves the
     * connection to the next one. To be called on the event loop; fails, or throws, when there is none.
     */
    Future<HttpClientRequest> connect(String method, String target) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(method))
                .setSsl(tls)
                .setHost(settings.base().getHost())
                .setPort(port())
                .setURI(path + target)
                .setFollowRedirects(false)
                .setConnectTimeout(millis(settings.connectTimeout()));
        // What goes wrong is told by the futures too; without a handler it would be logged as well.
        return client.request(options).onSuccess(request -> request.exceptionHandler(broken -> {}));
    }

    /** Opens a connection, if that can be done, and leaves it to the first call. To be called on the event loop. */
    void open(Runnable done) {
        try {
            connect(HttpMethod.GET.name(), "/").onComplete(got -> {
                if (got.succeeded()) {
                    got.result().reset();
                }
                done.run();
            });
        } catch (IllegalStateException closed) {
            done.run();
        }
    }

    private int port() {
        int port = settings.base().getPort();
        if (port >= 0) {
            return port;
        }
        return tls ? TLS_PORT : PORT;
    }

    private static long millis(Duration duration) {
        return Math.max(1, duration.toMillis());
    }

    void close() {
        var unused = client.close();
    }
}
