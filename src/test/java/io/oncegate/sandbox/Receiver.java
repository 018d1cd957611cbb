package io.oncegate.sandbox;

import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Whoever waits for notices: keeps what it is told, and answers 200 and {@code OK} unless something else is planned. */
final class Receiver implements AutoCloseable {
    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final Queue<Integer> planned = new ConcurrentLinkedQueue<>();
    private final HttpServer server;
    private volatile String words = "OK";

    /** One request as it arrived. */
    record Told(String method, String target, Headers headers, String body) {
        String header(String name) {
            return headers.getFirst(name);
        }

        JsonObject json() {
            return new JsonObject(body);
        }
    }

    private Receiver(HttpServer server) {
        this.server = server;
        server.createContext("/", this::receive);
        server.start();
    }

    static Receiver start() throws IOException {
        return new Receiver(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    /** The address of {@code target} here. */
    String url(String target) {
        return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), target);
    }

    /** The next requests are answered with {@code status} instead. */
    void plan(Integer... status) {
        planned.addAll(List.of(status));
    }

    /** What every answer consists of from now on. */
    void say(String text) {
        words = text;
    }

    /** What was told at {@code target}, oldest first. */
    List<Told> told(String target) {
        return told.stream().filter(one -> one.target().equals(target)).toList();
    }

    /** The same, once there are {@code count} of them. */
    @CanIgnoreReturnValue
    List<Told> awaitTold(String target, int count) {
        await().until(() -> told(target).size() >= count);
        return told(target);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var status = planned.poll();
        var answer = words.getBytes(StandardCharsets.UTF_8);
        told.add(new Told(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), exchange.getRequestHeaders(), body));
        exchange.sendResponseHeaders(status == null ? 200 : status, answer.length);
        try (exchange) {
            exchange.getResponseBody().write(answer);
        }
    }
}
