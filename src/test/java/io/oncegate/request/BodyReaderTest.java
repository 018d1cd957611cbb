package io.oncegate.request;

import static io.oncegate.request.BodyRefusedException.Kind.CUT;
import static io.oncegate.request.BodyRefusedException.Kind.LATE;
import static io.oncegate.request.BodyRefusedException.Kind.TOO_LARGE;
import static io.oncegate.request.BodyRefusedException.Kind.UNSUPPORTED;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.request.BodyRefusedException.Kind;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawResponse;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on a server that, like the service's, hands requests over paused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(30)
class BodyReaderTest {

    private static final int LIMIT = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What the server made of one body: its bytes, or why it refused. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Outcome(byte[] body, Kind refused) {}

    private final Vertx vertx = Vertx.vertx();
    private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
    private int port;
    private int impatientPort;
    private int rawPort;

    @BeforeAll
    void start() throws Exception {
        port = serve(new BodyReader(settings(PATIENCE)));
        impatientPort = serve(new BodyReader(settings(Duration.ofMillis(200))));
        rawPort = serve(new BodyReader(settings(PATIENCE))::readRaw);
    }

    @AfterAll
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, SECONDS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, LIMIT})
    void readsABodyUpToTheLimit(int length) throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Content-Length: " + length) + "x".repeat(length));

            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(next().body()).isEqualTo("x".repeat(length).getBytes(ISO_8859_1));

            send(
                    wire,
                    head("Transfer-Encoding: chunked") + chunk(length / 2) + chunk(length - length / 2) + "0\r\n\r\n");

            RawResponse answer = wire.receive();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Connection")).isEmpty();
            assertThat(next().body()).isEqualTo("x".repeat(length).getBytes(ISO_8859_1));
        }
    }

    @Test
    void readsNoBodyAsAnEmptyOne() throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head());

            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(next().body()).isEmpty();
        }
    }

    @Test
    void readsABodyThatComesInPieces() throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Content-Length: 6"));
            for (String piece : new String[] {"ab", "c", "def"}) {
                send(wire, piece);
            }

            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(new String(next().body(), ISO_8859_1)).isEqualTo("abcdef");
        }
    }

    @Test
    void readsOneBodyAfterTheOtherFromOneConnection() throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Content-Length: 1") + "a" + head("Content-Length: 1") + "b");

            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(new String(next().body(), ISO_8859_1)).isEqualTo("a");
            assertThat(new String(next().body(), ISO_8859_1)).isEqualTo("b");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1001", "70000", "9223372036854775807"})
    void refusesABodyByItsDeclaredLengthBeforeItIsSent(String length) throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Content-Length: " + length));

            assertRefusedAndClosed(wire, 413, TOO_LARGE);
        }
    }

    @Test
    void refusesAChunkedBodyAsSoonAsItPassesTheLimit() throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Transfer-Encoding: chunked") + chunk(LIMIT) + chunk(1));

            assertRefusedAndClosed(wire, 413, TOO_LARGE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5000000", "Transfer-Encoding: chunked"})
    void answersAClientThatSendsItsWholeBodyBeforeItReads(String framing) throws Exception {
        boolean chunked = framing.startsWith("T");
        try (RawHttp wire = connect(port)) {
            send(wire, head(framing));
            for (int i = 0; i < 50; i++) {
                send(wire, chunked ? chunk(100_000) : "x".repeat(100_000));
            }
            send(wire, chunked ? "0\r\n\r\n" : "");

            assertRefusedAndClosed(wire, 413, TOO_LARGE);
        }
    }

    @Test
    void asksForABodyThatWaitsToBeAskedFor() throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Content-Length: 3", "Expect: 100-continue"));
            assertThat(wire.receiveInterim().status()).isEqualTo(100);
            send(wire, "abc");

            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(next().body()).hasSize(3);
        }
    }

    @Test
    void doesNotAskForABodyThatItWillNotRead() throws Exception {
        try (RawHttp tooLarge = connect(port);
                RawHttp unsupported = connect(port)) {
            send(tooLarge, head("Content-Length: 1001", "Expect: 100-continue"));
            assertRefusedAndClosed(tooLarge, 413, TOO_LARGE);

            send(unsupported, head("Content-Length: 3", "Expect: 100-continue").replace("/json", "/xml"));
            assertRefusedAndClosed(unsupported, 415, UNSUPPORTED);
        }
    }

    @Test
    void refusesABodyThatDoesNotArriveInTime() throws Exception {
        try (RawHttp silent = connect(impatientPort);
                RawHttp stopping = connect(impatientPort)) {
            send(silent, head("Content-Length: 3"));
            assertRefusedAndClosed(silent, 400, LATE);

            send(stopping, head("Transfer-Encoding: chunked") + chunk(3));
            assertRefusedAndClosed(stopping, 400, LATE);
        }
    }

    @Test
    void noticesABodyThatIsCut() throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Content-Length: 3") + "ab");
            wire.hangUp();

            assertThat(next().refused()).isEqualTo(CUT);
        }
    }

    @Test
    void noticesChunksThatAreNone() throws Exception {
        try (RawHttp wire = connect(port)) {
            send(wire, head("Transfer-Encoding: chunked") + chunk(3) + "xyz\r\n");

            assertThat(next().refused()).isEqualTo(CUT);
            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON",
                "application/json;charset=utf-8",
                "application/json; charset=UTF-8",
                "application/json ; charset=\"Utf-8\"",
                "application/json;",
                "application/json;\tcharset=utf-8"
            })
    void readsJsonInUtf8(String type) throws Exception {
        try (RawHttp wire = connect(port)) {
            send(
                    wire,
                    "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: " + type
                            + "\r\nContent-Encoding: Identity\r\nContent-Length: 2\r\n\r\n{}");

            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(next().body()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type:",
                "Content-Type: text/plain",
                "Content-Type: application/json-patch+json",
                "Content-Type: application/problem+json",
                "Content-Type: application/json; charset=iso-8859-1",
                "Content-Type: application/json; charset=utf-16",
                "Content-Type: application/json; charset='utf-8'",
                "Content-Type: application/json; charset=utf-8; x=y",
                "Content-Type: application/json; version=1",
                "Content-Type: application/json, application/json",
                "Content-Type: application/json x",
                "Content-Type: */*",
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Type: json",
                "Content-Type: application/json\r\nContent-Type: application/json",
                "Content-Type: application/json\r\nContent-Type: text/plain",
                "Content-Type: application/json\r\nContent-Encoding: gzip",
                "Content-Type: application/json\r\nContent-Encoding: identity, gzip",
                "Content-Type: application/json\r\nContent-Encoding: identity\r\nContent-Encoding: br"
            })
    void refusesOtherForms(String headers) throws Exception {
        String lines = headers.isEmpty() ? "" : headers + "\r\n";
        try (RawHttp wire = connect(port)) {
            send(wire, "POST / HTTP/1.1\r\nHost: x\r\n" + lines + "Content-Length: 2\r\n\r\n{}");

            assertRefusedAndClosed(wire, 415, UNSUPPORTED);
        }
    }

    @Test
    void keepsAnHttp2ConnectionAfterARefusal() throws Exception {
        HttpClientOptions options = new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2MaxPoolSize(1);
        var client = vertx.createHttpClient(options);

        for (int length : new int[] {3, LIMIT + 1, 200_000, LIMIT}) {
            int status = client.request(HttpMethod.POST, port, "127.0.0.1", "/")
                    .compose((HttpClientRequest request) -> request.putHeader("Content-Type", "application/json")
                            .send(Buffer.buffer("x".repeat(length))))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(10, SECONDS)
                    .statusCode();
            assertThat(status).isEqualTo(length > LIMIT ? 413 : 200);
            assertThat(next().refused()).isEqualTo(length > LIMIT ? TOO_LARGE : null);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type: application/xml\r\n",
                "Content-Type: application/x-www-form-urlencoded\r\n",
                "Content-Type: nonsense\r\nContent-Type: text/plain\r\n"
            })
    void readsTheBytesOfAnyMediaTypeWhereTheyAreAllThatCounts(String headers) throws Exception {
        String bytes = "{\"a\" :\t1}\r\n\u0000\u00ff";
        try (RawHttp wire = connect(rawPort)) {
            send(wire, "POST / HTTP/1.1\r\nHost: x\r\n" + headers + "Content-Length: 13\r\n\r\n" + bytes);

            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(new String(next().body(), ISO_8859_1)).isEqualTo(bytes);
        }
    }

    @Test
    void refusesRawBodiesThatAreTooLargeOrCoded() throws Exception {
        try (RawHttp tooLarge = connect(rawPort);
                RawHttp coded = connect(rawPort)) {
            send(tooLarge, head("Transfer-Encoding: chunked") + chunk(LIMIT) + chunk(1));
            assertRefusedAndClosed(tooLarge, 413, TOO_LARGE);

            send(coded, head("Content-Length: 2", "Content-Encoding: gzip") + "{}");
            assertRefusedAndClosed(coded, 415, UNSUPPORTED);
        }
    }

    private int serve(BodyReader reader) throws Exception {
        return serve(reader::read);
    }

    private int serve(Function<RoutingContext, Uni<byte[]>> reading) throws Exception {
        Router router = Router.router(vertx);
        router.route().handler(http -> {
            http.request().pause();
            reading.apply(http).subscribe().with(body -> answer(http, 200, new Outcome(body, null)), refused -> {
                Kind kind = ((BodyRefusedException) refused).kind();
                int status = switch (kind) {
                    case TOO_LARGE -> 413;
                    case UNSUPPORTED -> 415;
                    case LATE, CUT -> 400;
                };
                answer(http, status, new Outcome(null, kind));
            });
        });
        HttpServer server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, SECONDS);
        return server.actualPort();
    }

    private void answer(RoutingContext http, int status, Outcome outcome) {
        outcomes.add(outcome);
        if (!http.response().closed()) {
            http.response().setStatusCode(status).end("answered").onFailure(gone -> {});
        }
    }

    private Outcome next() throws InterruptedException {
        Outcome outcome = outcomes.poll(10, SECONDS);
        assertThat(outcome).as("what the server made of the body").isNotNull();
        return outcome;
    }

    private void assertRefusedAndClosed(RawHttp wire, int status, Kind kind) throws Exception {
        RawResponse answer = wire.receiveInterim();
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Connection")).contains("close");
        assertThat(wire.isClosedByServer()).isTrue();
        assertThat(next().refused()).isEqualTo(kind);
    }

    private static RawHttp connect(int port) {
        return RawHttp.connect(URI.create("http://127.0.0.1:" + port));
    }

    private static void send(RawHttp wire, String text) {
        var unusedSelf = wire.send(text.getBytes(ISO_8859_1));
    }

    private static String head(String... headers) {
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + lines + "\r\n";
    }

    private static String chunk(int length) {
        return length == 0 ? "" : Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n";
    }

    private static RequestConfig settings(Duration timeout) {
        return new RequestConfig() {
            @Override
            public MemorySize maxBody() {
                return new MemorySize(BigInteger.valueOf(LIMIT));
            }

            @Override
            public Duration bodyTimeout() {
                return timeout;
            }
        };
    }
}
