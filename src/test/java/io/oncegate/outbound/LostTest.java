package io.oncegate.outbound;

import static io.oncegate.outbound.RawPeer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.outbound.CallResult.Answered;
import io.oncegate.outbound.CallResult.Lost;
import io.oncegate.outbound.CallResult.LostReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes left and no whole answer came. */
class LostTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\n";
    private static final int MOST = 1024 * 1024;

    @Test
    void silenceEndsAtTheLimitAndWithTheConnection() {
        try (var peer = RawPeer.that(connection -> {
                    connection.request();
                    connection.awaitEnd();
                });
                var remote = TestRemote.with(TestRemote.impatient(peer.url()))) {
            assertThat(remote.call("/")).isEqualTo(new Lost(LostReason.TIMEOUT));

            await().until(() -> peer.ended() == 1);
            assertThat(peer.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", HEAD + "Content-Length: 1000000\r\n\r\n", HEAD + "Transfer-Encoding: chunked\r\n\r\n"})
    void whatComesInDropsDoesNotProlongIt(String beginning) {
        try (var peer = RawPeer.that(connection -> dribble(connection, beginning));
                var remote = TestRemote.with(TestRemote.impatient(peer.url()))) {
            assertThat(remote.call("/")).isEqualTo(new Lost(LostReason.TIMEOUT));

            await().until(() -> peer.ended() == 1);
            assertThat(peer.requests()).hasSize(1);
        }
    }

    /** Something every few milliseconds for as long as the client is there. */
    private static void dribble(RawPeer.Connection connection, String beginning) throws IOException {
        var drop = beginning.isEmpty() ? "HTTP/1.1 200 OK\r\nX-A: " : "";
        var drops = Executors.newSingleThreadScheduledExecutor();
        try {
            connection.request();
            connection.send(beginning + drop);
            var sending = drops.scheduleAtFixedRate(
                    () -> {
                        try {
                            connection.send(beginning.contains("chunked") ? "1\r\nx\r\n" : "x");
                        } catch (IOException gone) {
                            throw new IllegalStateException(gone);
                        }
                    },
                    0,
                    5,
                    TimeUnit.MILLISECONDS);
            connection.awaitEnd();
            sending.cancel(true);
        } finally {
            drops.shutdownNow();
        }
    }

    static Stream<String> broken() {
        return Stream.of(
                "",
                "HTTP/1.1 200",
                HEAD + "Content-Len",
                HEAD + "Content-Length: 10\r\n\r\n",
                HEAD + "Content-Length: 10\r\n\r\n123456789",
                HEAD + "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n",
                HEAD + "Transfer-Encoding: chunked\r\n\r\nnothing\r\n",
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
                "{\"status\":\"succeeded\"}\r\n\r\n",
                "HTTP/1.1 102 Processing\r\n\r\n" + answer(200, "late"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void halfAnAnswerOrNoneIsLost(String bytes) {
        try (var peer = RawPeer.that(connection -> {
                    if (connection.request().isPresent()) {
                        connection.send(bytes);
                    }
                });
                var remote = TestRemote.to(peer.url())) {
            assertThat(remote.call("/")).isEqualTo(new Lost(LostReason.CONNECTION_CLOSED));

            remote.close();
            assertThat(peer.requests()).hasSize(1);
        }
    }

    @Test
    void anAnswerHasAtMostAMebibyte() {
        try (var peer = RawPeer.answering(answer(200, "x".repeat(MOST)));
                var remote = TestRemote.to(peer.url())) {
            assertThat(((Answered) remote.call("/")).reply().body()).hasSize(MOST);
        }
    }

    @Test
    void moreIsNotReadToItsEnd() {
        try (var peer = RawPeer.that(connection -> {
                    connection.request();
                    connection.send(HEAD + "Content-Length: " + Integer.MAX_VALUE + "\r\n\r\n");
                    while (true) {
                        connection.send("x".repeat(1000));
                    }
                });
                var remote = TestRemote.to(peer.url())) {
            assertThat(remote.call("/")).isEqualTo(new Lost(LostReason.TOO_LARGE));

            await().until(() -> peer.ended() == 1);
        }
    }

    @Test
    void aHeadWithoutEndIsTooLarge() {
        try (var peer = RawPeer.that(connection -> {
                    connection.request();
                    connection.send(HEAD + "X-Long: " + "x".repeat(100_000) + "\r\n\r\n");
                    connection.awaitEnd();
                });
                var remote = TestRemote.to(peer.url())) {
            assertThat(remote.call("/")).isEqualTo(new Lost(LostReason.TOO_LARGE));

            await().until(() -> peer.ended() == 1);
        }
    }

    @Test
    void anAnswerThatComesTooLateIsNobodyElses() {
        // Given
        try (var peer = RawPeer.that(connection -> {
                    var first = connection.request().orElse("");
                    if (first.startsWith("POST /slow ")) {
                        connection.awaitEnd();
                        connection.send(answer(200, "of the slow one"));
                    } else {
                        connection.send(answer(200, "of the next one"));
                        connection.awaitEnd();
                    }
                });
                var remote = TestRemote.with(new RemoteSettings(
                        "acme", peer.url(), 1, 1000, Duration.ofSeconds(20), Duration.ofSeconds(2)))) {

            // When
            assertThat(remote.call("/slow")).isEqualTo(new Lost(LostReason.TIMEOUT));
            var next = remote.call("/next");

            // Then
            assertThat(next).isInstanceOf(Answered.class);
            assertThat(new String(((Answered) next).reply().body(), StandardCharsets.US_ASCII))
                    .isEqualTo("of the next one");
        }
    }
}
