package io.oncegate.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
    private static final int SILENCE_MILLIS = 300;

    private final Vertx vertx = Vertx.vertx();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private FaultProxy proxy;

    @BeforeEach
    void startEchoBehindProxy() {
        var echo = vertx.createNetServer()
                .connectHandler(socket -> socket.exceptionHandler(broken -> {}).handler(bytes -> {
                    received.add(bytes.toString());
                    socket.write(bytes);
                }))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        proxy = FaultProxy.to("127.0.0.1", echo.actualPort());
    }

    @AfterEach
    void stop() {
        proxy.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void passesBothWays() throws IOException {
        try (var client = connect()) {
            assertThat(exchange(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void delaysBothWaysInOrder() throws IOException {
        proxy.delay(Duration.ofMillis(50));
        try (var client = connect()) {
            var start = System.nanoTime();
            send(client, "a");
            send(client, "b");
            assertThat(receive(client, 2)).isEqualTo("ab");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    void cutsAfterTheRequestHasArrived() throws IOException {
        proxy.cutAfterRequest();
        try (var client = connect()) {
            send(client, "hello");
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        await().untilAsserted(() -> assertThat(received).containsExactly("hello"));
    }

    @Test
    void dropsReplies() throws IOException {
        proxy.dropReplies();
        try (var client = connect()) {
            send(client, "hello");
            assertSilence(client);
        }
        assertThat(received).containsExactly("hello");
    }

    @Test
    void dropsTheReplyToOneRequestThatComesInPieces() throws IOException {
        try (var client = connect()) {
            assertThat(exchange(client, "needle")).isEqualTo("needle");

            proxy.dropNextReplyTo("needle");
            assertThat(exchange(client, "a nee")).isEqualTo("a nee");
            send(client, "dle");

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(received).endsWith("dle");
        try (var next = connect()) {
            assertThat(exchange(next, "needle")).isEqualTo("needle");
        }
    }

    @Test
    void dropsTheReplyToTheSecondOfTwoRequests() throws IOException {
        proxy.dropReplyTo("needle", 2);
        try (var client = connect()) {
            assertThat(exchange(client, "needle")).isEqualTo("needle");
            assertThat(exchange(client, "other")).isEqualTo("other");
            send(client, "needle");

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void swallowsTheRepliesToOneConnectionOnly() throws IOException {
        proxy.swallowNextReplyTo("needle");
        try (var mute = connect();
                var other = connect()) {
            send(mute, "needle");
            assertSilence(mute);

            assertThat(exchange(other, "needle")).isEqualTo("needle");
            send(mute, "more");
            assertSilence(mute);
        }
        assertThat(received).containsExactly("needle", "needle", "more");
    }

    @Test
    void stallsWithoutLoss() throws IOException {
        try (var client = connect()) {
            assertThat(exchange(client, "before")).isEqualTo("before");
            proxy.stall();
            send(client, "during");
            assertSilence(client);
            assertThat(received).containsExactly("before");

            proxy.pass();

            assertThat(receive(client, "during".length())).isEqualTo("during");
        }
    }

    @Test
    void resetsOpenConnections() throws IOException {
        try (var client = connect()) {
            assertThat(exchange(client, "hello")).isEqualTo("hello");

            proxy.reset();

            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void refusesAndComesBackOnTheSamePort() throws IOException {
        proxy.refuse();
        assertThatThrownBy(this::connect).isInstanceOf(IOException.class);

        proxy.pass();

        try (var client = connect()) {
            assertThat(exchange(client, "hello")).isEqualTo("hello");
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void assertSilence(Socket client) throws IOException {
        client.setSoTimeout(SILENCE_MILLIS);
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        client.setSoTimeout(10_000);
    }

    private static String exchange(Socket client, String text) throws IOException {
        send(client, text);
        return receive(client, text.length());
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket client, int length) throws IOException {
        return new String(client.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }
}
