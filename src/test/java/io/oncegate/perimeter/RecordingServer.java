package io.oncegate.perimeter;

import static org.awaitility.Awaitility.await;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands in the service's place and keeps what nginx sends. It answers 200, but for two targets: at {@code /hang-up...} it
 * breaks the connection when the request is complete, and at {@code /wait...} it never answers.
 */
final class RecordingServer implements AutoCloseable {

    /** One request as it arrived. */
    record Received(String method, String target, MultiMap headers) {}

    private final Vertx vertx = Vertx.vertx();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private final HttpServer server;

    RecordingServer() {
        var listening = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .connectionHandler(connections::add)
                .requestHandler(this::receive)
                .listen();
        await().until(listening::isComplete);
        server = listening.result();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    /** Every request with this target, in the order of their arrival. */
    List<Received> received(String target) {
        return received.stream().filter(one -> one.target().equals(target)).toList();
    }

    /** How many connections there have been. */
    int connections() {
        return connections.size();
    }

    @Override
    public void close() {
        var closed = vertx.close();
        await().until(closed::isComplete);
    }

    private void receive(HttpServerRequest request) {
        received.add(new Received(request.method().name(), request.uri(), request.headers()));
        request.endHandler(end -> answer(request));
    }

    private static void answer(HttpServerRequest request) {
        if (request.uri().startsWith("/hang-up")) {
            var unusedClosing = request.connection().close();
        } else if (!request.uri().startsWith("/wait")) {
            var unusedSending = request.response().end("{}");
        }
    }
}
