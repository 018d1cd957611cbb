package io.oncegate.outbound;

import static io.oncegate.outbound.RawPeer.answer;
import static io.oncegate.outbound.TestRemote.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.outbound.CallResult.Answered;
import io.oncegate.outbound.CallResult.Lost;
import io.oncegate.outbound.CallResult.LostReason;
import io.oncegate.outbound.CallResult.NotSent;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.FreePort;
import io.oncegate.testsupport.LogCapture;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call passes before it leaves, and what it gives back afterwards. */
class GatesTest {
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final NotSent NO_CONNECTION = new NotSent(NotSentReason.NO_CONNECTION, Optional.empty());
    private static final NotSent FULL = new NotSent(NotSentReason.BULKHEAD_FULL, Optional.empty());

    @Test
    void whatIsOneTooManyIsNotSentAtOnce() {
        // Given
        var goOn = new CountDownLatch(1);
        try (var peer = RawPeer.that(connection -> {
                    while (connection.request().isPresent()) {
                        awaiting(goOn);
                        connection.send(answer(200, "ok"));
                    }
                });
                var remote = TestRemote.with(TestRemote.inFlight(peer.url(), 2))) {
            var first = subscribed(remote);
            var second = subscribed(remote);

            // When
            var third = remote.call("/third");

            // Then
            assertThat(third).isEqualTo(FULL);
            assertThat(remote.remote().unavailableFor()).contains(Duration.ofSeconds(1));
            assertThat(remote.remote().inFlight()).isEqualTo(2);
            goOn.countDown();
            assertThat(first.awaitItem(PATIENCE).getItem()).isInstanceOf(Answered.class);
            assertThat(second.awaitItem(PATIENCE).getItem()).isInstanceOf(Answered.class);
            assertThat(remote.call("/fourth")).isInstanceOf(Answered.class);
            assertThat(remote.remote().unavailableFor()).isEmpty();
            assertThat(remote.remote().inFlight()).isZero();
            assertThat(peer.requests()).hasSize(3).noneMatch(request -> request.contains("third"));
        }
    }

    @Test
    void whatIsOneTooManyInASecondIsNotSentEither() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.with(TestRemote.perSecond(peer.url(), 2))) {
            assertThat(remote.call("/1")).isInstanceOf(Answered.class);
            assertThat(remote.call("/2")).isInstanceOf(Answered.class);

            assertThat(remote.call("/3"))
                    .isEqualTo(new NotSent(NotSentReason.QUOTA_USED_UP, Optional.of(Duration.ofMillis(500))));

            remote.pass(Duration.ofMillis(500));
            assertThat(remote.call("/4")).isInstanceOf(Answered.class);
            assertThat(peer.requests()).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 599})
    void serverErrorsOpenTheBreaker(int status) {
        try (var peer = RawPeer.answering(answer(status, ""));
                var remote = TestRemote.to(peer.url())) {
            times(20, () -> assertThat(remote.call("/")).isInstanceOf(Answered.class));

            assertThat(remote.call("/")).isEqualTo(open(PAUSE));
            assertThat(peer.requests()).hasSize(20);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 400, 401, 402, 403, 404, 408, 409, 422, 429})
    void otherAnswersDoNot(int status) {
        try (var peer = RawPeer.answering(answer(status, ""));
                var remote = TestRemote.to(peer.url())) {
            times(40, () -> assertThat(remote.call("/")).isInstanceOf(Answered.class));
        }
    }

    @Test
    void neitherDoAnswersThatCannotBeRead() {
        try (var peer = RawPeer.that(connection -> {
                    connection.request();
                    connection.send("SSH-2.0-OpenSSH_9.2\r\n\r\n");
                });
                var remote = TestRemote.to(peer.url())) {
            times(40, () -> assertThat(remote.call("/")).isInstanceOf(Lost.class));
        }
    }

    @Test
    void refusedConnectionsOpenTheBreaker() {
        try (var remote = TestRemote.to(URI.create("http://127.0.0.1:" + FreePort.next()))) {
            times(20, () -> assertThat(remote.call("/")).isEqualTo(NO_CONNECTION));

            assertThat(remote.call("/")).isEqualTo(open(PAUSE));
            assertThat(remote.remote().unavailableFor()).contains(PAUSE);
            remote.pass(PAUSE);
            assertThat(remote.remote().unavailableFor()).isEmpty();
        }
    }

    @Test
    void closedConnectionsOpenTheBreaker() {
        try (var peer = RawPeer.that(RawPeer.Connection::request);
                var remote = TestRemote.to(peer.url())) {
            times(20, () -> assertThat(remote.call("/")).isEqualTo(new Lost(LostReason.CONNECTION_CLOSED)));

            assertThat(remote.call("/")).isEqualTo(open(PAUSE));
        }
    }

    @Test
    void silenceOpensTheBreaker() {
        try (var peer = RawPeer.that(RawPeer.Connection::awaitEnd);
                var remote = TestRemote.with(
                        new RemoteSettings("acme", peer.url(), 20, 1000, Duration.ofSeconds(20), TestRemote.SOON))) {
            var calls = new ArrayList<UniAssertSubscriber<CallResult>>();
            times(20, () -> calls.add(subscribed(remote)));
            calls.forEach(
                    call -> assertThat(call.awaitItem(PATIENCE).getItem()).isEqualTo(new Lost(LostReason.TIMEOUT)));

            assertThat(remote.call("/")).isEqualTo(open(PAUSE));
        }
    }

    @Test
    void oneCallThatEndsWellClosesItAndEachIsToldOnce() {
        // Given
        var well = new AtomicBoolean();
        try (var log = LogCapture.of(HttpRemote.class);
                var peer = RawPeer.that(connection -> {
                    while (connection.request().isPresent()) {
                        connection.send(answer(well.get() ? 200 : 500, ""));
                    }
                });
                var remote = TestRemote.to(peer.url())) {
            times(20, () -> assertThat(remote.call("/")).isInstanceOf(Answered.class));
            times(5, () -> assertThat(remote.call("/")).isEqualTo(open(PAUSE)));

            // When
            remote.pass(PAUSE);
            assertThat(remote.call("/trial")).isInstanceOf(Answered.class);
            assertThat(remote.call("/")).isEqualTo(open(PAUSE));
            well.set(true);
            remote.pass(PAUSE);
            times(5, () -> assertThat(remote.call("/")).isInstanceOf(Answered.class));

            // Then
            assertThat(log.lines())
                    .containsExactly(
                            "the breaker opened, nothing is sent for a while account=acme",
                            "the breaker closed account=acme");
        }
    }

    @Test
    void refusedCredentialsOpenItAtOnce() {
        try (var peer = RawPeer.answering(answer(200, ""));
                var remote = TestRemote.to(peer.url())) {
            remote.remote().credentialsRefused();

            assertThat(remote.call("/")).isEqualTo(open(Remote.PAUSE_AFTER_REFUSAL));
            remote.pass(Remote.PAUSE_AFTER_REFUSAL);
            assertThat(remote.call("/")).isInstanceOf(Answered.class);
            assertThat(peer.requests()).hasSize(1);
        }
    }

    @Test
    void aTrialThatIsTooLateLeavesItToTheNextCall() {
        try (var peer = RawPeer.answering(answer(200, ""));
                var remote = TestRemote.to(peer.url())) {
            remote.remote().credentialsRefused();
            remote.pass(Remote.PAUSE_AFTER_REFUSAL);

            assertThat(remote.call(TestRemote.post("/", ""), Deadline.in(Duration.ZERO)))
                    .isEqualTo(new NotSent(NotSentReason.TOO_LATE, Optional.empty()));

            assertThat(remote.call("/")).isInstanceOf(Answered.class);
        }
    }

    @Test
    void everyPathGivesItsPermitBack() {
        // Given
        try (var peer = RawPeer.that(GatesTest::everyFault);
                var remote = TestRemote.with(new RemoteSettings(
                        "acme", peer.url(), 1, 1000, Duration.ofSeconds(20), Duration.ofSeconds(3)))) {
            var unwritable = new OutboundRequest("POST", "/", Map.of("X", "a\r\nb"), new byte[0]);
            var noMethod = new OutboundRequest("", "/", Map.of(), new byte[0]);

            // When
            for (var i = 0; i < 3; i++) {
                assertThat(remote.call("/ok")).isInstanceOf(Answered.class);
                assertThat(remote.call("/500")).isInstanceOf(Answered.class);
                assertThat(remote.call("/close")).isEqualTo(new Lost(LostReason.CONNECTION_CLOSED));
                assertThat(remote.call("/garbage")).isEqualTo(new Lost(LostReason.CONNECTION_CLOSED));
                assertThat(remote.call("/interim")).isEqualTo(new Lost(LostReason.CONNECTION_CLOSED));
                assertThat(remote.call("/large")).isEqualTo(new Lost(LostReason.TOO_LARGE));
                assertThat(remote.call(TestRemote.post("/late", ""), Deadline.in(Duration.ZERO)))
                        .isEqualTo(new NotSent(NotSentReason.TOO_LATE, Optional.empty()));
                assertThat(remote.call(unwritable)).isEqualTo(NO_CONNECTION);
                assertThat(remote.call(noMethod)).isEqualTo(NO_CONNECTION);
                remote.pass(PAUSE);
            }

            assertThat(remote.call("/silence")).isEqualTo(new Lost(LostReason.TIMEOUT));

            // Then
            assertThat(remote.call("/ok")).isInstanceOf(Answered.class);
            assertThat(peer.requests()).noneMatch(request -> request.contains("late"));
        }
    }

    private static void everyFault(RawPeer.Connection connection) throws IOException {
        for (var request = connection.request(); request.isPresent(); request = connection.request()) {
            switch (request.get().split(" ", 3)[1]) {
                case "/ok" -> connection.send(answer(200, "ok"));
                case "/500" -> connection.send(answer(500, ""));
                case "/garbage" -> connection.send("garbage\r\n\r\n");
                case "/interim" -> connection.send("HTTP/1.1 199 X\r\n\r\n");
                case "/large" -> connection.send(answer(200, "x".repeat(2_000_000)));
                case "/silence" -> connection.awaitEnd();
                default -> {
                    return;
                }
            }
        }
    }

    @Test
    void placesThatCannotBeReachedGiveTheirPermitsBackToo() {
        try (var remote = TestRemote.with(TestRemote.inFlight(URI.create("http://127.0.0.1:" + FreePort.next()), 1))) {
            times(10, () -> assertThat(remote.call("/")).isEqualTo(NO_CONNECTION));
        }
    }

    @Test
    void refusedCallsTakeNoPermits() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.with(
                        new RemoteSettings("acme", peer.url(), 1, 1, Duration.ofSeconds(20), Duration.ofSeconds(20)))) {
            assertThat(remote.call("/")).isInstanceOf(Answered.class);
            times(
                    10,
                    () -> assertThat(remote.call("/"))
                            .isEqualTo(new NotSent(NotSentReason.QUOTA_USED_UP, Optional.of(Duration.ofSeconds(1)))));
            remote.remote().credentialsRefused();
            times(10, () -> assertThat(remote.call("/")).isEqualTo(open(Remote.PAUSE_AFTER_REFUSAL)));

            remote.pass(Remote.PAUSE_AFTER_REFUSAL);

            assertThat(remote.call("/")).isInstanceOf(Answered.class);
        }
    }

    @Test
    void whatIsClosedSendsNothing() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            remote.remote().close();

            assertThat(remote.call("/")).isEqualTo(NO_CONNECTION);
            remote.close();
            assertThat(remote.call("/")).isEqualTo(NO_CONNECTION);
            assertThat(peer.connections()).isZero();
        }
    }

    private static UniAssertSubscriber<CallResult> subscribed(TestRemote remote) {
        return remote.begin("/").subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private static NotSent open(Duration retryAfter) {
        return new NotSent(NotSentReason.BREAKER_OPEN, Optional.of(retryAfter));
    }

    private static void times(int times, Runnable action) {
        for (var i = 0; i < times; i++) {
            action.run();
        }
    }

    private static void awaiting(CountDownLatch latch) {
        await().until(() -> latch.getCount() == 0);
    }
}
