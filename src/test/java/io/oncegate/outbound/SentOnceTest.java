package io.oncegate.outbound;

import static io.oncegate.outbound.RawPeer.answer;
import static io.oncegate.outbound.TestRemote.PATIENCE;
import static io.oncegate.outbound.TestRemote.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.outbound.CallResult.Answered;
import io.oncegate.outbound.CallResult.Lost;
import io.oncegate.outbound.CallResult.LostReason;
import io.oncegate.outbound.CallResult.NotSent;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.request.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A request leaves once or not at all. */
class SentOnceTest {
    private static final Lost CLOSED = new Lost(LostReason.CONNECTION_CLOSED);

    @Test
    void aPostThatIsReadAndCutIsNotSentAgain() {
        try (var peer = RawPeer.that(RawPeer.Connection::request);
                var remote = TestRemote.to(peer.url())) {
            assertThat(remote.call("/1")).isEqualTo(CLOSED);
            assertThat(remote.call("/2")).isEqualTo(CLOSED);

            remote.close();
            assertThat(peer.requests()).hasSize(2);
            assertThat(peer.connections()).isEqualTo(2);
        }
    }

    @Test
    void aPostThatIsReadAndResetIsNotSentAgain() {
        try (var peer = RawPeer.that(connection -> {
                    connection.request();
                    connection.reset();
                });
                var remote = TestRemote.to(peer.url())) {
            assertThat(remote.call("/1")).isEqualTo(CLOSED);

            remote.close();
            assertThat(peer.requests()).hasSize(1);
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @Test
    void aPostThatIsReadAndCutOnAConnectionThatServedBeforeIsNotSentAgain() {
        try (var peer = RawPeer.that(connection -> {
                    if (connection.request().isPresent()) {
                        connection.send(answer(200, "ok"));
                        connection.request();
                    }
                });
                var remote = TestRemote.to(peer.url())) {
            assertThat(remote.call("/1")).isInstanceOf(Answered.class);
            assertThat(remote.call("/2")).isEqualTo(CLOSED);

            remote.close();
            assertThat(peer.requests()).hasSize(2);
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    /** Which of the two comes first, the connection's end or the next request, is a race that nobody can win for sure. */
    @Test
    void aConnectionThatClosesWhileItIsTakenCostsAtMostOneRequest() {
        var rounds = 200;
        try (var peer = RawPeer.that(connection -> {
                    if (connection.request().isPresent()) {
                        connection.send(answer(200, "ok"));
                    }
                });
                var remote = TestRemote.to(peer.url())) {
            for (var i = 0; i < rounds; i++) {
                assertThat(remote.call("/" + i + "-")).isInstanceOfAny(Answered.class, Lost.class);
                remote.pass(Duration.ofSeconds(1));
            }

            remote.close();
            for (var i = 0; i < rounds; i++) {
                var target = "POST /" + i + "- ";
                assertThat(peer.requests().stream().filter(request -> request.startsWith(target)))
                        .hasSizeLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void whatIsTooLateDoesNotLeaveByAByte() {
        var passed = Deadline.of(() -> 1, 0, Duration.ofNanos(1));
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            // On a new connection.
            assertThat(remote.call(post("/late", "body"), passed)).isEqualTo(notSent(NotSentReason.TOO_LATE));
            await().until(() -> peer.connections() == 1);
            assertThat(peer.bytes()).isZero();

            // On one that has served, and that goes on serving.
            assertThat(remote.call("/1")).isInstanceOf(Answered.class);
            assertThat(remote.call(post("/late", "body"), passed)).isEqualTo(notSent(NotSentReason.TOO_LATE));
            assertThat(remote.call("/2")).isInstanceOf(Answered.class);

            remote.close();
            assertThat(peer.requests()).hasSize(2).noneMatch(request -> request.contains("late"));
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @Test
    void theClockIsLookedAtOnlyWhenTheConnectionStands() {
        // Given
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            var connectionsSeen = new AtomicInteger(-1);
            var leaveBy = Deadline.of(
                    () -> {
                        await().until(() -> peer.connections() > 0);
                        connectionsSeen.set(peer.connections());
                        return 1;
                    },
                    0,
                    Duration.ofNanos(1));

            // When
            var result = remote.call(post("/late", "body"), leaveBy);

            // Then
            assertThat(result).isEqualTo(notSent(NotSentReason.TOO_LATE));
            assertThat(connectionsSeen).hasValue(1);
            assertThat(peer.bytes()).isZero();
        }
    }

    @Test
    void aCallerThatLeavesStopsNothing() throws InterruptedException {
        // Given
        var asked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (var peer = RawPeer.that(connection -> {
                    while (connection.request().isPresent()) {
                        asked.countDown();
                        awaiting(goOn);
                        connection.send(answer(200, "ok"));
                    }
                });
                var remote = TestRemote.with(TestRemote.inFlight(peer.url(), 1))) {
            var answers = new AtomicInteger();

            // When
            var call = remote.begin("/left").subscribe().with(result -> answers.incrementAndGet());
            assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            call.cancel();
            assertThat(remote.call("/meanwhile")).isEqualTo(notSent(NotSentReason.BULKHEAD_FULL));
            goOn.countDown();

            // Then
            await().until(() -> remote.call("/later") instanceof Answered);
            assertThat(answers).hasValue(0);
            assertThat(peer.requests().get(0)).startsWith("POST /left ");
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @Test
    void whoAsksTheSameCallTwiceGetsOneAnswerTwice() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            var call = remote.begin("/once");

            var first = call.await().atMost(PATIENCE);
            var second = call.await().atMost(PATIENCE);

            assertThat(first).isInstanceOf(Answered.class).isSameAs(second);
            remote.close();
            assertThat(peer.requests()).hasSize(1);
        }
    }

    @Test
    void whatNobodyAsksForDoesNotLeave() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            var unused = remote.begin("/never");

            assertThat(remote.call("/asked")).isInstanceOf(Answered.class);
            assertThat(peer.requests()).hasSize(1);
        }
    }

    @Test
    void warmingUpOpensAConnectionAndWritesNothing() {
        try (var peer = RawPeer.answering(answer(200, "ok"));
                var remote = TestRemote.to(peer.url())) {
            var unused = remote.remote().warmUp().await().atMost(PATIENCE);

            await().until(() -> peer.connections() == 1);
            assertThat(peer.bytes()).isZero();
            assertThat(remote.call("/1")).isInstanceOf(Answered.class);
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    private static NotSent notSent(NotSentReason reason) {
        return new NotSent(reason, Optional.empty());
    }

    private static void awaiting(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }
}
