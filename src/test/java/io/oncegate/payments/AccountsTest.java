package io.oncegate.payments;

import static io.oncegate.outbound.RawPeer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.outbound.RawPeer;
import io.oncegate.outbound.SandboxConfig;
import io.oncegate.outbound.TestRemotes;
import io.oncegate.payments.ProviderOutcome.Succeeded;
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

class AccountsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String ACCOUNTS = "oncegate.payments.accounts.";
    private static final Charge CHARGE =
            new Charge("01J0000000000000000000000A", 1, 100, "EUR", "pm_1", null, "client-key");

    private final TestRemotes remotes = new TestRemotes();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        remotes.close();
    }

    /** Where {@code -} stands for nothing. */
    @ParameterizedTest
    @CsvSource({
        "homely, -, -, -, -",
        "homely, s, -, -, /home",
        "homely, s, /own/, -, /own",
        "homely, -, /own, -, -",
        "homely, -, -, /sandbox, /sandbox/homely",
        "homely, s, /own, /sandbox/, /sandbox/homely",
        "homeless, s, -, -, -",
        "homeless, -, /own, -, -",
        "homeless, s, /own, -, /own",
        "homeless, -, -, /sandbox, /sandbox/homeless"
    })
    void anAccountIsActiveWhereItHasAnAddressAndCredentials(
            String dialect, String secret, String url, String sandbox, String place) {
        try (var peer = RawPeer.answering(answer(200, "ok"))) {
            // Given
            var given = new HashMap<>(Map.of(ACCOUNTS + "acme.dialect", dialect));
            put(given, ACCOUNTS + "acme.secret", "", secret);
            put(given, ACCOUNTS + "acme.url", peer.url().toString(), url);
            put(given, "oncegate.sandbox.url", peer.url().toString(), sandbox);

            // When
            var accounts = accounts(given, peer.url());
            var account = accounts.find("acme");

            // Then
            assertThat(account.isPresent()).isEqualTo(!place.equals("-"));
            assertThat(accounts.isConfigured("acme")).isTrue();
            assertThat(accounts.all())
                    .containsExactlyElementsOf(account.stream().toList());
            account.ifPresent(found -> {
                assertThat(sent(found)).isInstanceOf(Succeeded.class);
                assertThat(peer.requests()).singleElement().asString().startsWith("POST " + place + "/create/");
            });
        }
    }

    private static void put(Map<String, String> given, String setting, String before, String value) {
        if (!value.equals("-")) {
            given.put(setting, before + value);
        }
    }

    @Test
    void anInactiveAccountIsToldOnceAndEndsNothing() {
        var accounts = accounts(
                Map.of(
                        ACCOUNTS + "b.dialect", "homely",
                        ACCOUNTS + "a.dialect", "homeless",
                        ACCOUNTS + "a.secret", "s"),
                URI.create("http://127.0.0.1:" + FreePort.next()));
        try (var log = LogCapture.of(Accounts.class)) {
            accounts.begin(new StartupEvent());

            assertThat(log.lines())
                    .containsExactly(
                            "a payment account is inactive, it lacks an address account=a",
                            "a payment account is inactive, it lacks credentials account=b");
        }
    }

    @Test
    void whatIsUnderWayIsShownOfActiveAccountsAndOfNoOther() {
        var accounts = accounts(
                Map.of(
                        ACCOUNTS + "a.dialect", "homely",
                        ACCOUNTS + "a.secret", "s",
                        ACCOUNTS + "a.in-flight", "200",
                        ACCOUNTS + "b.dialect", "homely"),
                URI.create("http://127.0.0.1:" + FreePort.next()));
        assertThat(accounts.find("a")).isPresent();

        assertThat(meters.get("oncegate.provider.inflight.limit").gauges())
                .singleElement()
                .satisfies(limit -> {
                    assertThat(limit.getId().getTag("account")).isEqualTo("a");
                    assertThat(limit.value()).isEqualTo(200);
                });
        assertThat(meters.get("oncegate.provider.inflight").gauge().value()).isZero();
        assertThat(meters.get("oncegate.provider.breaker").gauge().value()).isZero();
    }

    @Test
    void theStartOpensConnectionsAndWaitsForNone() {
        try (var peer = RawPeer.that(RawPeer.Connection::awaitEnd);
                var log = LogCapture.of(Accounts.class)) {
            var accounts = accounts(
                    Map.of(
                            ACCOUNTS + "a.dialect", "homely",
                            ACCOUNTS + "a.secret", "s",
                            ACCOUNTS + "b.dialect", "homeless",
                            ACCOUNTS + "b.secret", "s",
                            ACCOUNTS + "b.url", "http://127.0.0.1:" + FreePort.next()),
                    peer.url());

            accounts.begin(new StartupEvent());

            await().until(() -> peer.connections() == 1);
            assertThat(peer.bytes()).isZero();
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void anAccountOfNobodysNameIsNeitherThereNorConfigured() {
        var accounts = accounts(Map.of(ACCOUNTS + "acme.dialect", "homely"), URI.create("http://127.0.0.1:1"));

        assertThat(accounts.find("other")).isEmpty();
        assertThat(accounts.isConfigured("other")).isFalse();
        assertThat(accounts.isConfigured("acme")).isTrue();
    }

    @Test
    void accountsOfOneDialectDoNotShareABreaker() {
        try (var peer = RawPeer.answering(answer(401, ""))) {
            var accounts = accounts(
                    Map.of(
                            ACCOUNTS + "a.dialect", "homely",
                            ACCOUNTS + "a.secret", "s",
                            ACCOUNTS + "b.dialect", "homely",
                            ACCOUNTS + "b.secret", "s"),
                    peer.url());
            var a = accounts.find("a").orElseThrow();
            var b = accounts.find("b").orElseThrow();

            assertThat(sent(a)).extracting("why").isEqualTo("credentials-refused");
            assertThat(sent(a)).extracting("why").isEqualTo("breaker-open");

            assertThat(sent(b)).extracting("why").isEqualTo("credentials-refused");
        }
    }

    private static ProviderOutcome sent(Account account) {
        return account.send(
                        account.freeze(ProviderOperation.CREATE, CHARGE, null),
                        CHARGE,
                        Deadline.in(Duration.ofHours(1)))
                .await()
                .atMost(PATIENCE);
    }

    private Accounts accounts(Map<String, String> given, URI peer) {
        return new Accounts(
                Settings.of(PaymentsConfig.class, given),
                Settings.of(SandboxConfig.class, given),
                List.of(
                        FakeDialect.factory("homely", Optional.of(URI.create(peer + "/home"))),
                        FakeDialect.factory("homeless", Optional.empty())),
                remotes.remotes(),
                new ProviderMetrics(meters));
    }
}
