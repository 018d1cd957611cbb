package io.oncegate.outbound;

import static io.oncegate.outbound.RawPeer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.outbound.CallResult.Answered;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What leaves and what is read, byte by byte. */
class WireTest {

    @Test
    void aRequestLeavesAsItIs() {
        // Given
        var headers = new LinkedHashMap<String, String>();
        headers.put("X-First", "1");
        headers.put("Content-Type", "application/x-www-form-urlencoded");
        headers.put("Idempotency-Key", "k-1");
        var body = "a=1&b=%20".getBytes(StandardCharsets.US_ASCII);
        try (var peer = RawPeer.answering(answer(200, "{}"));
                var remote = TestRemote.to(URI.create(peer.url() + "/stripe"))) {

            // When
            var unused = remote.call(new OutboundRequest("POST", "/v1/pay?x=%2F", headers, body));

            // Then
            assertThat(peer.requests())
                    .containsExactly("POST /stripe/v1/pay?x=%2F HTTP/1.1\r\n"
                            + "X-First: 1\r\n"
                            + "Content-Type: application/x-www-form-urlencoded\r\n"
                            + "Idempotency-Key: k-1\r\n"
                            + "content-length: 9\r\n"
                            + "host: " + peer.url().getAuthority() + "\r\n\r\n"
                            + "a=1&b=%20");
        }
    }

    @Test
    void aPostWithoutABodySaysSoAndAGetDoesNot() {
        try (var peer = RawPeer.answering(answer(200, ""));
                var remote = TestRemote.to(peer.url())) {
            var first = remote.call(new OutboundRequest("POST", "/cancel", Map.of(), new byte[0]));
            var second = remote.call(new OutboundRequest("GET", "/status", Map.of(), new byte[0]));

            assertThat(first).isInstanceOf(Answered.class);
            assertThat(second).isInstanceOf(Answered.class);
            assertThat(peer.requests().get(0)).containsIgnoringCase("content-length: 0");
            assertThat(peer.requests().get(1)).doesNotContainIgnoringCase("content-length");
        }
    }

    @Test
    void anAnswerIsReadWhole() {
        try (var peer = RawPeer.answering("HTTP/1.1 402 Payment Required\r\nX-Thing: one\r\nx-thing: two\r\n"
                        + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "4\r\n{\"a\"\r\n3\r\n:1}\r\n0\r\n\r\n");
                var remote = TestRemote.to(peer.url())) {
            var reply = reply(remote.call("/"));

            assertThat(reply.status()).isEqualTo(402);
            assertThat(reply.header("x-thing")).contains("one");
            assertThat(reply.header("content-type")).contains("application/json");
            assertThat(text(reply)).isEqualTo("{\"a\":1}");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 302, 303, 307, 308, 400, 401, 409, 418, 429, 500, 503, 599})
    void everyFinalStatusIsAnAnswerAndNoneIsFollowed(int status) {
        var empty = status == 204;
        try (var peer = RawPeer.answering("HTTP/1.1 " + status + " X\r\nLocation: /elsewhere\r\n"
                        + (empty ? "\r\n" : "Content-Length: 2\r\n\r\nhi"));
                var remote = TestRemote.to(peer.url())) {
            var reply = reply(remote.call(new OutboundRequest("GET", "/", Map.of(), new byte[0])));

            assertThat(reply.status()).isEqualTo(status);
            assertThat(text(reply)).isEqualTo(empty ? "" : "hi");
            assertThat(peer.requests()).hasSize(1);
        }
    }

    @Test
    void interimAnswersArePassedOver() {
        try (var peer = RawPeer.answering("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                        + answer(201, "final"));
                var remote = TestRemote.to(peer.url())) {
            assertThat(text(reply(remote.call("/")))).isEqualTo("final");
            assertThat(text(reply(remote.call("/")))).isEqualTo("final");
        }
    }

    @Test
    void aCompressedBodyIsLeftAsItIs() {
        try (var peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc");
                var remote = TestRemote.to(peer.url())) {
            assertThat(text(reply(remote.call("/")))).isEqualTo("abc");
            assertThat(peer.requests().get(0)).doesNotContainIgnoringCase("accept-encoding");
        }
    }

    @Test
    void anAnswerUpToTheEndOfTheConnectionIsWhole() {
        try (var peer = RawPeer.that(connection -> {
                    if (connection.request().isPresent()) {
                        connection.send("HTTP/1.1 200 OK\r\n\r\nall there is");
                    }
                });
                var remote = TestRemote.to(peer.url())) {
            assertThat(text(reply(remote.call("/")))).isEqualTo("all there is");
        }
    }

    @Test
    void oneConnectionServesCallsThatFollowEachOther() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            for (var i = 0; i < 5; i++) {
                assertThat(reply(remote.call("/" + i)).status()).isEqualTo(200);
            }

            assertThat(peer.requests()).hasSize(5);
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionThatTheAnswerEndsIsNotUsedAgain() {
        try (var peer = RawPeer.answering("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi");
                var remote = TestRemote.to(peer.url())) {
            assertThat(text(reply(remote.call("/1")))).isEqualTo("hi");
            assertThat(text(reply(remote.call("/2")))).isEqualTo("hi");

            assertThat(peer.connections()).isEqualTo(2);
        }
    }

    private static Reply reply(CallResult result) {
        assertThat(result).isInstanceOf(Answered.class);
        return ((Answered) result).reply();
    }

    private static String text(Reply reply) {
        return new String(reply.body(), StandardCharsets.ISO_8859_1);
    }
}
