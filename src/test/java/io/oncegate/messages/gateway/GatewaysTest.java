package io.oncegate.messages.gateway;

import static io.oncegate.outbound.RawPeer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.outbound.RawPeer;
import io.oncegate.outbound.SandboxConfig;
import io.oncegate.outbound.TestRemotes;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.FreePort;
import io.oncegate.testsupport.LogCapture;
import io.oncegate.testsupport.Settings;
import io.quarkus.runtime.StartupEvent;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewaysTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String GATEWAYS = "oncegate.messages.gateways.";
    private static final OutgoingMessage MESSAGE = new OutgoingMessage("01J0", "+15550100", "hello");

    private final TestRemotes remotes = new TestRemotes();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        remotes.close();
    }

    /** Where {@code -} stands for nothing. */
    @ParameterizedTest
    @CsvSource({
        "-, -, -, -",
        "s, -, -, -",
        "-, /own, -, -",
        "s, /own, -, /own",
        "s, /own/, -, /own",
        "-, -, /sandbox, /sandbox/fake",
        "s, /own, /sandbox/, /sandbox/fake"
    })
    void aGatewayIsActiveWhereItHasAnAddressAndCredentials(String secret, String url, String sandbox, String place) {
        try (var peer = RawPeer.answering(answer(200, "ok"))) {
            // Given
            var given = new HashMap<>(Map.of(GATEWAYS + "acme.dialect", "fake"));
            put(given, GATEWAYS + "acme.secret", "", secret);
            put(given, GATEWAYS + "acme.url", peer.url().toString(), url);
            put(given, "oncegate.sandbox.url", peer.url().toString(), sandbox);

            // When
            var gateways = gateways(given);
            var gateway = gateways.find("acme");

            // Then
            assertThat(gateway.isPresent()).isEqualTo(!place.equals("-"));
            assertThat(gateways.isConfigured("acme")).isTrue();
            assertThat(gateways.all())
                    .containsExactlyElementsOf(gateway.stream().toList());
            gateway.ifPresent(found -> {
                assertThat(sent(found)).isInstanceOf(Sent.class);
                assertThat(peer.requests()).singleElement().asString().startsWith("POST " + place + "/send/01J0 ");
            });
        }
    }

    private static void put(Map<String, String> given, String setting, String before, String value) {
        if (!value.equals("-")) {
            given.put(setting, before + value);
        }
    }

    @Test
    void anInactiveGatewayIsToldOnceAndEndsNothing() {
        var gateways = gateways(Map.of(
                GATEWAYS + "b.dialect", "fake",
                GATEWAYS + "a.dialect", "fake",
                GATEWAYS + "a.secret", "s"));
        try (var log = LogCapture.of(Gateways.class)) {
            gateways.begin(new StartupEvent());

            assertThat(log.lines())
                    .containsExactly(
                            "a gateway is inactive, it lacks an address gateway=a",
                            "a gateway is inactive, it lacks credentials gateway=b");
        }
    }

    @Test
    void whatIsUnderWayIsShownOfActiveGatewaysAndOfNoOther() {
        var gateways = gateways(Map.of(
                GATEWAYS + "a.dialect", "fake",
                GATEWAYS + "a.secret", "s",
                GATEWAYS + "a.url", "http://127.0.0.1:" + FreePort.next(),
                GATEWAYS + "a.in-flight", "200",
                GATEWAYS + "b.dialect", "fake"));
        assertThat(gateways.find("a")).isPresent();

        assertThat(meters.get("oncegate.gateway.inflight.limit").gauges())
                .singleElement()
                .satisfies(limit -> {
                    assertThat(limit.getId().getTag("gateway")).isEqualTo("a");
                    assertThat(limit.value()).isEqualTo(200);
                });
        assertThat(meters.get("oncegate.gateway.inflight").gauge().value()).isZero();
        assertThat(meters.get("oncegate.gateway.breaker").gauge().value()).isZero();
    }

    @Test
    void theStartOpensConnectionsAndWaitsForNone() {
        try (var peer = RawPeer.that(RawPeer.Connection::awaitEnd);
                var log = LogCapture.of(Gateways.class)) {
            var gateways = gateways(Map.of(
                    GATEWAYS + "a.dialect", "fake",
                    GATEWAYS + "a.secret", "s",
                    GATEWAYS + "a.url", peer.url().toString(),
                    GATEWAYS + "b.dialect", "fake",
                    GATEWAYS + "b.secret", "s",
                    GATEWAYS + "b.url", "http://127.0.0.1:" + FreePort.next()));

            gateways.begin(new StartupEvent());

            await().until(() -> peer.connections() == 1);
            assertThat(peer.bytes()).isZero();
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void aTenantsMessagesGoWhereItWantsAndElseThroughTheDefaultGatewayActiveOrNot() {
        var gateways = gateways(Map.of(GATEWAYS + "http-json.dialect", "fake"));
        var other = gateways(Map.of("oncegate.messages.default-gateway", "kannel"));

        assertThat(gateways.nameFor(Optional.empty())).isEqualTo("http-json");
        assertThat(gateways.nameFor(Optional.of("mine"))).isEqualTo("mine");
        assertThat(other.nameFor(Optional.empty())).isEqualTo("kannel");
        assertThat(gateways.find("http-json")).isEmpty();
    }

    @Test
    void aGatewayOfNobodysNameIsNeitherThereNorConfigured() {
        var gateways = gateways(Map.of(GATEWAYS + "acme.dialect", "fake"));

        assertThat(gateways.find("other")).isEmpty();
        assertThat(gateways.isConfigured("other")).isFalse();
        assertThat(gateways.isConfigured("acme")).isTrue();
    }

    @Test
    void aGatewayThatIsToldWhereBringsReceiptsThere() {
        var given = new HashMap<>(Map.of(
                GATEWAYS + "a.dialect", "fake",
                GATEWAYS + "a.url", "http://127.0.0.1:1",
                GATEWAYS + "a.secret", "own"));
        assertThat(receipts(given)).isEmpty();

        given.put(GATEWAYS + "a.receipt-url", "https://us.example/once/");
        assertThat(receipts(given)).contains(new ReceiptPlace(URI.create("https://us.example/once"), List.of("own")));

        given.put(GATEWAYS + "a.webhook-secrets", "new,old");
        assertThat(receipts(given))
                .contains(new ReceiptPlace(URI.create("https://us.example/once"), List.of("new", "old")));
    }

    @Test
    void nothingSecretIsInTheText() {
        assertThat(new ReceiptPlace(URI.create("https://us.example"), List.of("s3cret")))
                .asString()
                .isEqualTo("ReceiptPlace[https://us.example]");
        assertThat(new GatewayCredentials(Optional.of("user"), Optional.of("s3cret")))
                .asString()
                .isEqualTo("GatewayCredentials[with a secret]");
    }

    private Optional<ReceiptPlace> receipts(Map<String, String> given) {
        return gateways(given).find("a").orElseThrow().receipts();
    }

    private static DispatchOutcome sent(Gateway gateway) {
        return gateway.send(MESSAGE, Deadline.in(Duration.ofHours(1))).await().atMost(PATIENCE);
    }

    private Gateways gateways(Map<String, String> given) {
        return new Gateways(
                Settings.of(GatewaysConfig.class, given),
                Settings.of(SandboxConfig.class, given),
                List.of(FakeProtocol.factory("fake")),
                remotes.remotes(),
                new GatewayMetrics(meters));
    }
}
