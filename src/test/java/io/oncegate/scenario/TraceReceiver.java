package io.oncegate.scenario;

import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Stands where traces are sent to, over OTLP's HTTP with protobuf. */
final class TraceReceiver implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final List<byte[]> exports = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final HttpServer server;

    TraceReceiver() {
        var listening = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .connectionHandler(connection -> connections.incrementAndGet())
                .requestHandler(this::receive)
                .listen();
        await().until(listening::isComplete);
        server = listening.result();
    }

    private void receive(HttpServerRequest request) {
        request.bodyHandler(body -> {
            exports.add(body.getBytes());
            var unusedSending = request.response()
                    .putHeader("Content-Type", "application/x-protobuf")
                    .end(Buffer.buffer());
        });
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    int connections() {
        return connections.get();
    }

    List<ToldSpan> spans() {
        return exports.stream().flatMap(ToldSpan::of).toList();
    }

    /** The one span for which {@code wanted} holds, as soon as there is one. */
    ToldSpan awaitSpan(Predicate<ToldSpan> wanted) {
        await().atMost(PATIENCE).until(() -> spans().stream().anyMatch(wanted));
        return spans().stream().filter(wanted).findFirst().orElseThrow();
    }

    /** All that was received, as a search for a word would see it. */
    String text() {
        var text = new StringBuilder();
        exports.forEach(export -> text.append(new String(export, StandardCharsets.ISO_8859_1)));
        return text.toString();
    }

    @Override
    public void close() {
        var closed = vertx.close();
        await().until(closed::isComplete);
    }
}
