package io.oncegate.perimeter;

import static io.oncegate.perimeter.PerimeterAnswer.assertIsOverloaded;
import static io.oncegate.perimeter.PerimeterAnswer.assertIsRateLimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.FreePort;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nginx makes of a request on the way to the service, and what it says when there is no answer. */
@Tag("external")
class ForwardingIT {
    private static final String CLIENT = "127.0.5.1";

    @TempDir
    private static Path folder;

    private static RecordingServer service;
    private static Nginx nginx;

    @BeforeAll
    static void start() {
        service = new RecordingServer();
        // Two instances to nginx, so that there is another one to try.
        nginx = Nginx.before(List.of(service.url(), service.url()), folder);
    }

    @AfterAll
    static void stop() {
        if (nginx != null) {
            nginx.close();
        }
        service.close();
    }

    /** The right-most one is nginx's word; the service stops there, at the first hop that it does not trust. */
    @Test
    void theClientsAddressIsTheLastOneWhateverTheClientHasWritten() {
        var target = "/v1/limits?of=a-liar";
        nginx.sendFrom(
                CLIENT,
                RawRequest.of("GET", target)
                        .header("X-Forwarded-For", "203.0.113.1")
                        .header("X-Forwarded-For", "203.0.113.2")
                        .header("Forwarded", "for=203.0.113.3"));

        assertThat(service.received(target)).singleElement().satisfies(request -> {
            assertThat(request.headers().getAll("X-Forwarded-For"))
                    .containsExactly("203.0.113.1, 203.0.113.2, " + CLIENT);
            assertThat(request.headers().contains("Forwarded")).isFalse();
        });
    }

    @Test
    void whatTheServiceReadsArrivesAsItWasSent() {
        var target = "//v1/%6Frders;x/?q=%20&q=a+b";
        nginx.send(RawRequest.of("POST", target)
                .header("X-Api-Key", "og_key")
                .header("Idempotency-Key", "\"a\"")
                .header("Prefer", "wait=3")
                .header("X-Request-Timeout-Ms", "900")
                .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .body("{}"));

        assertThat(service.received(target)).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.headers().get("Host")).isEqualTo("oncegate.test");
            assertThat(request.headers().get("X-Api-Key")).isEqualTo("og_key");
            assertThat(request.headers().get("Idempotency-Key")).isEqualTo("\"a\"");
            assertThat(request.headers().get("Prefer")).isEqualTo("wait=3");
            assertThat(request.headers().get("X-Request-Timeout-Ms")).isEqualTo("900");
            assertThat(request.headers().get("traceparent")).startsWith("00-0af7651916cd43dd8448eb211c80319c");
        });
    }

    @Test
    void connectionsToTheServiceAreKept() {
        IntStream.range(0, 10).forEach(index -> nginx.send(RawRequest.of("GET", "/kept")));
        var before = service.connections();

        IntStream.range(0, 10).forEach(index -> nginx.send(RawRequest.of("GET", "/kept")));

        assertThat(service.received("/kept")).hasSize(20);
        assertThat(service.connections()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH"})
    void whatWasSentIsNotSentAgainWhenTheServiceHangsUp(String method) {
        var target = "/hang-up/" + method;

        var answer = nginx.send(RawRequest.of(method, target).body("{}"));

        assertIsOverloaded(answer);
        assertThat(service.received(target)).hasSize(1);
    }

    @Test
    void whatOnlyReadsIsSentToAnotherInstance() {
        var target = "/hang-up/GET";

        var answer = nginx.send(RawRequest.of("GET", target));

        assertIsOverloaded(answer);
        assertThat(service.received(target)).hasSize(2);
    }

    /** A rate does not bound what is on its way: these are far fewer than a burst. */
    @Test
    void anAddressHasSoManyRequestsOnTheirWayAndNoMore() {
        var most = ShippedConfiguration.mostInFlight();
        var waiting = RawRequest.of("GET", "/wait");
        var open = IntStream.range(0, most)
                .mapToObj(index -> RawHttp.connectFrom("127.0.5.2", nginx.url()).send(waiting))
                .toList();
        try {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> service.received("/wait").size() == most);

            assertIsRateLimited(nginx.sendFrom("127.0.5.2", RawRequest.of("GET", "/served")));
            assertThat(nginx.sendFrom("127.0.5.3", RawRequest.of("GET", "/served"))
                            .status())
                    .isEqualTo(200);
        } finally {
            open.forEach(RawHttp::close);
        }
    }

    @Test
    void withoutAnyInstanceTheClientIsToldToRepeat(@TempDir Path another) {
        var nobody = URI.create("http://127.0.0.1:" + FreePort.next());
        try (var alone = Nginx.before(nobody, another)) {
            assertIsOverloaded(alone.send(RawRequest.of("POST", "/v1/orders").body("{}")));
            assertIsOverloaded(alone.send(RawRequest.of("GET", "/v1/orders")));
        }
    }

    /** The log must not hold what opens something: credentials, keys, the signature in a receipt's query. */
    @Test
    void theLogHoldsNoSecret(@TempDir Path another) {
        try (var alone = Nginx.before(service.url(), another)) {
            alone.send(RawRequest.of("GET", "/v1/receipts/kannel/1?t=og-secret")
                    .header("X-Api-Key", "og-secret")
                    .header("Authorization", "Bearer og-secret")
                    .header("Idempotency-Key", "og-secret"));
            alone.stop();

            assertThat(another.resolve("access.log")).content().contains("/v1/receipts/kannel/1", "\"status\":200");
            assertThat(another.resolve("access.log")).content().doesNotContain("og-secret");
        }
    }

    @Test
    void aConnectionServesManyRequests() {
        try (var connection = RawHttp.connect(nginx.url())) {
            IntStream.range(0, 5).forEach(index -> {
                assertThat(connection
                                .send(RawRequest.of("GET", "/admin"))
                                .receive()
                                .status())
                        .isEqualTo(404);
                assertThat(connection
                                .send(RawRequest.of("GET", "/served"))
                                .receive()
                                .status())
                        .isEqualTo(200);
            });
        }
    }
}
