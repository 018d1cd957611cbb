package io.oncegate.sandbox;

import io.oncegate.sandbox.dialect.Delays;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.httpjson.HttpJsonApi;
import io.oncegate.sandbox.kannel.KannelApi;
import io.oncegate.sandbox.keyless.KeylessApi;
import io.oncegate.sandbox.keyless.KeylessMessagesApi;
import io.oncegate.sandbox.ledger.Ledger;
import io.oncegate.sandbox.ledger.OrderCalls;
import io.oncegate.sandbox.ledger.ReceivedRequest;
import io.oncegate.sandbox.ledger.RequestLog;
import io.oncegate.sandbox.notice.Courier;
import io.oncegate.sandbox.script.Scripts;
import io.oncegate.sandbox.stripe.StripeApi;
import io.oncegate.sandbox.tbank.TBankApi;
import io.oncegate.sandbox.yookassa.YooKassaApi;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;

/**
 * The HTTP side of the sandbox. Paths that begin with {@code /__} are for people and tests; every other path belongs to
 * a dialect, named by its first segment, and what arrives there is kept in the {@link RequestLog} as received.
 */
final class SandboxServer {
    private static final int STATUS_NOT_FOUND = 404;

    /** Kannel takes a message of any length in the query, every letter as six characters. */
    private static final int LONGEST_LINE = 64 * 1024;

    private final String host;
    private final HttpServer http;

    private SandboxServer(String host, HttpServer http) {
        this.host = host;
        this.http = http;
    }

    /** Listens on {@code host}; returns when requests are accepted. */
    static SandboxServer start(String host, int port, Ledger ledger, RequestLog requests) throws IOException {
        // Nothing is served from files, and the cache folder Vert.x would make for them is one more thing to leave.
        var vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
        var listening = vertx.createHttpServer(new HttpServerOptions().setMaxInitialLineLength(LONGEST_LINE))
                .requestHandler(routes(vertx, ledger, requests))
                .listen(port, host)
                .toCompletionStage()
                .toCompletableFuture();
        try {
            return new SandboxServer(host, listening.join());
        } catch (CompletionException refused) {
            throw new IOException("Port %d of %s cannot be taken: %s.".formatted(port, host, reason(refused)));
        }
    }

    String url() {
        return "http://%s:%d".formatted(host, http.actualPort());
    }

    private static Router routes(Vertx vertx, Ledger ledger, RequestLog requests) throws IOException {
        var clock = InstantSource.system();
        var courier = new Courier(vertx, clock);
        var world = new World(ledger, new OrderCalls(), new Scripts(), delays(vertx), courier, clock);
        var router = Router.router(vertx);
        new PeoplePaths(world, requests).mount(router);
        router.route().handler(BodyHandler.create(false));
        router.route().handler(context -> {
            requests.add(ReceivedRequest.of(context.request(), context.body().buffer(), Instant.now()));
            context.next();
        });
        StripeApi.mount(router, world);
        YooKassaApi.mount(router, world);
        TBankApi.mount(router, world);
        KeylessApi.mount(router, world);
        HttpJsonApi.mount(router, world);
        KannelApi.mount(router, world);
        KeylessMessagesApi.mount(router, world);
        router.route().last().handler(SandboxServer::notFound);
        return router;
    }

    private static Delays delays(Vertx vertx) {
        return (millis, task) -> vertx.setTimer(Math.max(1, millis), timer -> task.run());
    }

    private static void notFound(RoutingContext context) {
        var request = context.request();
        var body = new JsonObject()
                .put("error", "no such path in the sandbox")
                .put("method", request.method().name())
                .put("path", request.path());
        context.response()
                .setStatusCode(STATUS_NOT_FOUND)
                .putHeader("Content-Type", "application/json")
                .end(body.toBuffer());
    }

    private static String reason(CompletionException failure) {
        var cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage());
    }
}
