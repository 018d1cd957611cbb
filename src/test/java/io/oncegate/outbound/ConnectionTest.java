package io.oncegate.outbound;

import static io.oncegate.outbound.RawPeer.answer;
import static io.oncegate.outbound.TestRemote.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.outbound.CallResult.Answered;
import io.oncegate.outbound.CallResult.NotSent;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.FreePort;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JksOptions;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a connection comes to be, and on whose behalf. */
class ConnectionTest {
    private static final NotSent NO_CONNECTION = new NotSent(NotSentReason.NO_CONNECTION, Optional.empty());

    @Test
    void aNameThatNobodyHasIsNoConnection() {
        try (var remote = TestRemote.with(TestRemote.impatient(URI.create("http://nobody.invalid")))) {
            assertThat(remote.call("/")).isEqualTo(NO_CONNECTION);
        }
    }

    @Test
    void aHandshakeThatDoesNotEndIsNoConnection() {
        try (var peer = RawPeer.that(RawPeer.Connection::awaitEnd);
                var remote = TestRemote.with(TestRemote.impatient(tls(peer.url())))) {
            assertThat(remote.call("/")).isEqualTo(NO_CONNECTION);
            assertThat(remote.call("/")).isEqualTo(NO_CONNECTION);
        }
    }

    @Test
    void anAnswerWithoutTlsIsNoConnection() {
        try (var peer = RawPeer.that(connection -> connection.send(answer(200, "plain")));
                var remote = TestRemote.to(tls(peer.url()))) {
            assertThat(remote.call("/")).isEqualTo(NO_CONNECTION);
            assertThat(peer.requests()).isEmpty();
        }
    }

    @Test
    void aCertificateThatNobodyVouchesForIsNoConnection(@TempDir Path folder) throws IOException, InterruptedException {
        var requests = new AtomicInteger();
        var vertx = Vertx.vertx();
        try {
            var server = vertx.createHttpServer(new HttpServerOptions()
                            .setSsl(true)
                            .setKeyCertOptions(
                                    new JksOptions().setPath(selfSigned(folder)).setPassword("password")))
                    .requestHandler(request -> {
                        requests.incrementAndGet();
                        request.response().end();
                    })
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
            try (var remote = TestRemote.to(URI.create("https://localhost:" + server.actualPort()))) {
                assertThat(remote.call("/")).isEqualTo(NO_CONNECTION);
            }
            assertThat(requests).hasValue(0);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Test
    void warmingUpNeverFails() {
        try (var remote = TestRemote.to(URI.create("http://127.0.0.1:" + FreePort.next()))) {
            var unused = remote.remote().warmUp().await().atMost(PATIENCE);
            remote.remote().close();
            unused = remote.remote().warmUp().await().atMost(PATIENCE);
            remote.close();
            unused = remote.remote().warmUp().await().atMost(PATIENCE);
        }
    }

    @Test
    void aResultArrivesOnTheCallersContext() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            for (var i = 0; i < 10; i++) {
                var caller =
                        VertxContext.createNewDuplicatedContext(remote.vertx().getOrCreateContext());
                var arrival = new CompletableFuture<Context>();

                caller.runOnContext(nothing -> remote.begin("/")
                        .subscribe()
                        .with(result -> arrival.complete(Vertx.currentContext()), arrival::completeExceptionally));

                assertThat(arrival.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                                .join())
                        .isSameAs(caller);
            }
        }
    }

    @Test
    void callsComeFromAllEventLoopsAtOnce() {
        // Given
        var each = 50;
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.with(new RemoteSettings(
                        "acme", peer.url(), 400, 1000, Duration.ofSeconds(20), Duration.ofSeconds(20)))) {
            var results = new ArrayList<CompletableFuture<CallResult>>();

            // When
            for (var loop = 0; loop < 8; loop++) {
                var caller = remote.vertx().getOrCreateContext();
                for (var i = 0; i < each; i++) {
                    var result = new CompletableFuture<CallResult>();
                    results.add(result);
                    var request = TestRemote.post("/" + loop + "/" + i, "x");
                    caller.runOnContext(nothing -> remote.remote()
                            .call(request, Deadline.in(PATIENCE))
                            .subscribe()
                            .with(result::complete, result::completeExceptionally));
                }
            }

            // Then
            assertThat(results)
                    .allSatisfy(result -> assertThat(result.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                                    .join())
                            .isInstanceOf(Answered.class));
            assertThat(peer.requests()).hasSize(8 * each).doesNotHaveDuplicates();
        }
    }

    private static URI tls(URI plain) {
        return URI.create(plain.toString().replace("http:", "https:"));
    }

    /** Made by the JDK's own program. */
    private static String selfSigned(Path folder) throws IOException, InterruptedException {
        var store = folder.resolve("store.jks");
        var made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=localhost",
                        "-storepass",
                        "password",
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"))
                .start();
        assertThat(made.waitFor()).isZero();
        return store.toString();
    }
}
