package io.oncegate.idempotency;

import static io.oncegate.idempotency.TestRequests.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens to a key of an operation with several phases when two instances want it. */
class TwoEnginesTest {
    private static final String BODY = "{\"amount\":1}";
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestEngine one = TestEngine.on(database);
    private final TestEngine other = TestEngine.on(database);
    private final String key = UUID.randomUUID().toString();
    private final CompletableFuture<Void> held = new CompletableFuture<>();

    @BeforeEach
    void createTable() {
        RemoteCallOperation.createTable(database);
    }

    @AfterEach
    void closeEngines() {
        held.complete(null);
        one.close();
        other.close();
    }

    @Test
    void aDuplicateOfARunningRequestIsToldToComeBack() {
        // Given
        var first = one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);

        // When
        var duplicate = refusal(other.execute(request(key, BODY), calling(other, done())));

        // Then
        assertThat(duplicate.type()).isEqualTo(ProblemType.REQUEST_IN_PROGRESS);
        assertThat(duplicate.retryAfter().orElseThrow().exact())
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
        held.complete(null);
        assertThat(first.join()).isInstanceOf(Answer.First.class);
        assertThat(replayed(other.execute(request(key, BODY), calling(other, done()))))
                .isEqualTo("one");
    }

    @Test
    void aPausedWorkerThatWasTakenOverWritesNothingAndAnswersFromTheRow() {
        // Given
        var paused = one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);
        leaseEnds();

        // When
        var takenOver =
                other.execute(request(key, BODY), calling(other, done())).join();
        held.complete(null);
        var late = paused.join();

        // Then
        assertThat(text(takenOver)).isEqualTo("other");
        assertThat(late).isInstanceOf(Answer.Replayed.class);
        assertThat(text(late)).isEqualTo("other");
        assertThat(database.count("SELECT count(*) FROM effects")).isEqualTo(3);
        assertThat(database.count("SELECT count(DISTINCT worker) FROM effects WHERE phase <> 'started'"))
                .isEqualTo(1);
        assertThat(one.counted("fenced")).isEqualTo(1);
        assertThat(other.counted("taken_over")).isEqualTo(1);
    }

    @Test
    void aPausedWorkerIsFencedWhileItsSuccessorStillRuns() {
        // Given
        var paused = one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);
        leaseEnds();
        var successorHeld = new CompletableFuture<Void>();
        var successor = other.execute(request(key, BODY), calling(other, successorHeld));
        await().until(() -> takeovers() == 1);

        // When
        held.complete(null);
        var late = refusal(paused);

        // Then
        assertThat(late.type()).isEqualTo(ProblemType.REQUEST_IN_PROGRESS);
        assertThat(database.count("SELECT count(*) FROM effects")).isEqualTo(1);
        successorHeld.complete(null);
        assertThat(text(successor.join())).isEqualTo("other");
    }

    @Test
    void aTakeoverGoesOnAtTheRecoveryPointAndRepeatsNoPhaseThatIsDone() {
        // Given
        var abandoned = one.execute(request(key, BODY), calling(one, new CompletableFuture<>()));
        awaitRows(1);
        database.execute("UPDATE idempotency_keys SET recovery_point = 'called'");
        leaseEnds();

        // When
        var operation = calling(other, done());
        var answer = other.execute(request(key, BODY), operation).join();

        // Then
        assertThat(text(answer)).isEqualTo("other");
        assertThat(operation.calls()).isZero();
        assertThat(abandoned).isNotDone();
        assertThat(database.count("SELECT count(*) FROM effects WHERE phase = 'started'"))
                .isEqualTo(1);
    }

    @Test
    void anotherBodyIsRefusedWhateverTheState() {
        // Given
        var first = one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);
        var otherBody = "{\"amount\":2}";

        // When
        var whileRunning = refusal(other.execute(request(key, otherBody), calling(other, done())));
        leaseEnds();
        var whileAbandoned = refusal(other.execute(request(key, otherBody), calling(other, done())));
        held.complete(null);
        first.join();
        var whenFinished = refusal(other.execute(request(key, otherBody), calling(other, done())));

        // Then
        assertThat(List.of(whileRunning, whileAbandoned, whenFinished))
                .extracting(Problem::type)
                .containsOnly(ProblemType.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aKeyThatLostFiveWorkersIsLeftToAnOperator() {
        // Given
        one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);
        for (int takeover = 1; takeover <= 5; takeover++) {
            leaseEnds();
            other.execute(request(key, BODY), calling(other, held));
            var expected = takeover;
            await().until(() -> takeovers() == expected);
        }
        leaseEnds();

        // When
        var operation = calling(other, done());
        var refusal = refusal(other.execute(request(key, BODY), operation));

        // Then
        assertThat(refusal.type()).isEqualTo(ProblemType.REQUEST_IN_PROGRESS);
        assertThat(refusal.detail()).contains("review");
        assertThat(operation.calls()).isZero();
        assertThat(database.count("SELECT count(*) FROM idempotency_keys WHERE status = 'in_progress'"))
                .isEqualTo(1);
        assertThat(other.onRequestContext(
                                () -> other.store().backlog(request(key, BODY).deadline()))
                        .join()
                        .stuck())
                .isEqualTo(1);
    }

    @Test
    void aWaitingDuplicateReplaysWhenTheFirstIsDone() {
        // Given
        var first = one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);

        // When
        var waiting = other.execute(request(key, BODY, LONG), calling(other, done()));
        held.complete(null);

        // Then
        assertThat(first.join()).isInstanceOf(Answer.First.class);
        assertThat(replayed(waiting)).isEqualTo("one");
    }

    @Test
    void aWaitingDuplicateTakesOverWhenTheFirstIsGone() {
        // Given
        one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);

        // When
        var waiting = other.execute(request(key, BODY, LONG), calling(other, done()));
        leaseEnds();

        // Then
        assertThat(text(waiting.join())).isEqualTo("other");
    }

    @Test
    void aDuplicateThatHasWaitedItsTimeIsToldToComeBack() {
        // Given
        one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);

        // When
        var refusal = refusal(other.execute(request(key, BODY, Duration.ofMillis(50)), calling(other, done())));

        // Then
        assertThat(refusal.type()).isEqualTo(ProblemType.REQUEST_IN_PROGRESS);
    }

    @Test
    void anInvalidDuplicateOfARunningRequestIsToldToComeBack() {
        // Given
        one.execute(request(key, BODY), calling(one, held));
        awaitRows(1);
        var invalid = Problem.of(ProblemType.VALIDATION_FAILED, "a rule of today");

        // When
        var known = refusal(other.refuse(request(key, BODY), invalid));
        var unknown = refusal(other.refuse(request("another", BODY), invalid));

        // Then
        assertThat(known.type()).isEqualTo(ProblemType.REQUEST_IN_PROGRESS);
        assertThat(unknown).isEqualTo(invalid);
    }

    private RemoteCallOperation calling(TestEngine engine, CompletableFuture<Void> call) {
        var name = engine == one ? "one" : "other";
        return new RemoteCallOperation(engine.store(), "thing-of-" + name, name, () -> call);
    }

    private static CompletableFuture<Void> done() {
        return CompletableFuture.completedFuture(null);
    }

    private void awaitRows(int rows) {
        await().until(() -> database.count("SELECT count(*) FROM effects") == rows);
    }

    /** The database's clock cannot be set, but what it is compared with can. */
    private void leaseEnds() {
        database.execute("UPDATE idempotency_keys SET locked_until = now() - interval '1 second'");
    }

    private long takeovers() {
        return database.count("SELECT takeovers FROM idempotency_keys");
    }

    private static Problem refusal(CompletableFuture<Answer> answer) {
        return ((Answer.Refused) answer.join()).problem();
    }

    private static String replayed(CompletableFuture<Answer> answer) {
        var given = answer.join();
        assertThat(given).isInstanceOf(Answer.Replayed.class);
        return text(given);
    }

    private static String text(Answer answer) {
        return answer.match(
                first -> new String(first.body(), UTF_8),
                again -> new String(again.body(), UTF_8),
                open -> new String(open.response().body(), UTF_8),
                refused -> "refused: " + refused.detail());
    }
}
