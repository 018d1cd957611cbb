package io.oncegate.idempotency;

import static io.oncegate.idempotency.TestRequests.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.ClaimSql;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.FirstPhase.Forms;
import io.oncegate.idempotency.operation.OnePhase;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.problem.ProblemType;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one statement makes of a key: races, lost replies, expiry, and a client that has gone. */
class ClaimingTest {
    private static final String BODY = "{\"amount\":1}";
    private static final String EFFECT = """
            , noted AS (
                INSERT INTO effects (resource_id, phase, worker)
                SELECT claimed.resource_id, $14, $8::uuid
                FROM claimed
            )
            """;
    private static final String EFFECTS = """
            , noted AS (
                INSERT INTO effects (resource_id, phase, worker)
                SELECT claimed.resource_id, own.phase, asked.worker_token
                FROM claimed
                JOIN asked ON asked.position = claimed.position
                JOIN unnest($14::text[]) WITH ORDINALITY AS own (phase, position) ON own.position = claimed.position
            )
            """;
    private static final Forms NOTE = new Forms(
                    ClaimSql.NEW_FINISHED + EFFECT + ClaimSql.OUTCOME,
                    ClaimSql.EXPIRED_FINISHED + EFFECT + ClaimSql.OUTCOME)
            .inBatches("notes", ClaimSql.NEW_FINISHED_TOGETHER + EFFECTS + ClaimSql.OUTCOMES);

    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestEngine engine = TestEngine.on(database);
    private final String key = UUID.randomUUID().toString();

    @BeforeEach
    void createTable() {
        RemoteCallOperation.createTable(database);
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    @Test
    void aNewKeyExecutesAndARepeatReplays() {
        // When
        var first = engine.execute(request(key, BODY), note("a")).join();
        var repeat =
                engine.execute(request(key, "{ \"amount\" : 1.0 }"), note("b")).join();

        // Then
        assertThat(first).isEqualTo(new Answer.First(response("a")));
        assertThat(repeat).isEqualTo(new Answer.Replayed(response("a")));
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void aRememberedAnswerAsksForNoOperation() {
        // Given
        var asked = new AtomicInteger();
        Supplier<Operation> operation = () -> {
            asked.incrementAndGet();
            return note("a");
        };
        try (var remembering = TestEngine.on(database, Map.of("oncegate.idempotency.cache-bytes", "100000"))) {
            remembering.execute(request(key, BODY), operation).join();

            // When
            var repeat = remembering.execute(request(key, BODY), operation).join();

            // Then
            assertThat(repeat).isEqualTo(new Answer.Replayed(response("a")));
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void ofManyAtOnceOneExecutesAndTheOthersReplay() {
        // When
        var answers = IntStream.range(0, 100)
                .mapToObj(number -> engine.execute(request(key, BODY), note("n" + number)))
                .map(CompletableFuture::join)
                .toList();

        // Then
        assertThat(answers).filteredOn(Answer.First.class::isInstance).hasSize(1);
        assertThat(answers).filteredOn(Answer.Replayed.class::isInstance).hasSize(99);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void ofManyKeysAtOnceEachExecutesOnceWhoeverElseIsInItsStatement() {
        // Given
        var reused = UUID.randomUUID().toString();
        engine.execute(request(reused, "{\"amount\":2}"), note("before")).join();

        // When
        var answers = engine
                .atOnce(() -> IntStream.range(0, 300)
                        .mapToObj(number -> engine.execute(
                                request(number % 10 == 0 ? reused : key + number / 2, BODY), note("n" + number)))
                        .toList())
                .stream()
                .map(CompletableFuture::join)
                .toList();

        // Then
        var keys = IntStream.range(0, 300)
                .filter(number -> number % 10 != 0)
                .map(number -> number / 2)
                .distinct()
                .count();
        assertThat(answers).filteredOn(Answer.First.class::isInstance).hasSize((int) keys);
        assertThat(answers).filteredOn(Answer.Replayed.class::isInstance).hasSize(270 - (int) keys);
        assertThat(answers)
                .filteredOn(answer -> answer instanceof Answer.Refused refused
                        && refused.problem().type() == ProblemType.IDEMPOTENCY_KEY_REUSED)
                .hasSize(30);
        assertThat(database.query("SELECT phase FROM effects"))
                .doesNotHaveDuplicates()
                .hasSize((int) keys + 1);
        assertThat(engine.statements()).isLessThan(100);
    }

    @Test
    void aRivalThatCommitsUnseenIsAskedForAgain() throws SQLException {
        try (var rival = database.connect()) {
            // Given
            rival.setAutoCommit(false);
            insertFinished(rival, response("rival"));

            // When
            var blocked = engine.execute(request(key, BODY), note("late"));
            await().until(() -> database.count("SELECT count(*) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                    == 1);
            rival.commit();

            // Then
            assertThat(blocked.join()).isEqualTo(new Answer.Replayed(response("rival")));
            assertThat(effects()).isZero();
        }
    }

    @Test
    void aRivalThatRollsBackLeavesTheKeyToTheOther() throws SQLException {
        try (var rival = database.connect()) {
            // Given
            rival.setAutoCommit(false);
            insertFinished(rival, response("rival"));

            // When
            var blocked = engine.execute(request(key, BODY), note("mine"));
            await().until(() -> database.count("SELECT count(*) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                    == 1);
            rival.rollback();

            // Then
            assertThat(blocked.join()).isEqualTo(new Answer.First(response("mine")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {BODY, "{\"amount\":2}"})
    void anExpiredKeyExecutesAsNewThoughTheCleanerHasNotBeenBy(String bodyOfTheSecond) {
        // Given
        engine.execute(request(key, BODY), note("old")).join();
        database.execute("UPDATE idempotency_keys SET expires_at = now() - interval '1 second'");

        // When
        var again = engine.execute(request(key, bodyOfTheSecond), note("new")).join();
        var repeat =
                engine.execute(request(key, bodyOfTheSecond), note("third")).join();

        // Then
        assertThat(again).isEqualTo(new Answer.First(response("new")));
        assertThat(repeat).isEqualTo(new Answer.Replayed(response("new")));
        assertThat(effects()).isEqualTo(2);
        assertThat(database.count("SELECT count(*) FROM idempotency_keys")).isEqualTo(1);
    }

    @Test
    void ofManyThatWantAnExpiredKeyOneExecutes() {
        // Given
        engine.execute(request(key, BODY), note("old")).join();
        database.execute("UPDATE idempotency_keys SET expires_at = now() - interval '1 second'");

        // When
        var answers = IntStream.range(0, 50)
                .mapToObj(number -> engine.execute(request(key, BODY), note("n" + number)))
                .map(CompletableFuture::join)
                .toList();

        // Then
        assertThat(answers).filteredOn(Answer.First.class::isInstance).hasSize(1);
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void aReplayWritesNothing() {
        // Given
        engine.execute(request(key, BODY), note("a")).join();
        var rowVersion = "SELECT xmin::text AS written_by, xmax::text AS locked_by FROM idempotency_keys";
        var nextTransaction = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
        var before = database.query(rowVersion);
        var transactionBefore = database.count(nextTransaction);

        // When
        engine.execute(request(key, BODY), note("b")).join();

        // Then
        assertThat(database.query(rowVersion)).isEqualTo(before);
        assertThat(database.count(nextTransaction)).isEqualTo(transactionBefore);
    }

    @Test
    void aClaimWhoseReplyIsLostFindsItsOwnRow() {
        try (var proxy = FaultProxy.to(database.host(), database.port());
                var behind = TestEngine.on(database.through(FaultProxy.host(), proxy.port()))) {
            // Given
            behind.execute(request("warms the connection", BODY), note("w")).join();
            proxy.dropNextReplyTo(key);

            // When
            var answer = behind.execute(request(key, BODY), note("a")).join();

            // Then
            assertThat(answer).isEqualTo(new Answer.First(response("a")));
            assertThat(database.count("SELECT count(*) FROM effects WHERE phase = 'a'"))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RemoteCallOperation.CALLED, "the answer"})
    void aLaterPhaseWhoseReplyIsLostIsDoneOnceAndGoesOn(String lost) {
        try (var proxy = FaultProxy.to(database.host(), database.port());
                var behind = TestEngine.on(database.through(FaultProxy.host(), proxy.port()))) {
            // Given
            var call = new CompletableFuture<Void>();
            var operation = new RemoteCallOperation(behind.store(), "thing", "the answer", () -> call);
            var answer = behind.execute(request(key, BODY), operation);
            await().until(() -> effects() == 1);

            // When
            proxy.dropNextReplyTo(lost);
            call.complete(null);

            // Then
            assertThat(answer.join()).isInstanceOf(Answer.First.class);
            assertThat(database.query("SELECT phase FROM effects"))
                    .extracting(row -> row.get("phase"))
                    .containsExactly("started", "called", "finished");
            assertThat(behind.counted("fenced")).isZero();
        }
    }

    @Test
    void whoeverMeetsUnseenRivalsOnlyIsToldToComeBack() {
        // Given
        var rivals = new UnseenRivals();
        try (var unlucky = TestEngine.on(database, real -> rivals.store())) {

            // When
            var answer = unlucky.execute(request(key, BODY), note("a")).join();

            // Then
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Answer.Refused.class,
                            refused -> assertThat(refused.problem().type()).isEqualTo(ProblemType.STORAGE_UNAVAILABLE));
            assertThat(rivals.claims()).isEqualTo(3);
        }
    }

    @Test
    void executionGoesOnWhenWhoeverAskedHasGone() {
        // Given
        var call = new CompletableFuture<Void>();
        var operation = new RemoteCallOperation(engine.store(), "thing", "done", () -> call);

        // When
        engine.cancelAfterwards(request(key, BODY), operation, () -> effects() == 1);
        call.complete(null);

        // Then
        await().until(() -> effects() == 3);
        assertThat(database.query("SELECT status FROM idempotency_keys"))
                .extracting(row -> row.get("status"))
                .isEqualTo(List.of("succeeded"));
    }

    @Test
    void aFingerprintOfANewerVersionIsNeitherReplayedNorCalledReused() {
        // Given
        engine.execute(request(key, BODY), note("a")).join();
        database.execute("UPDATE idempotency_keys SET fingerprint_version = 2");

        // When
        var answer = engine.execute(request(key, BODY), note("b")).join();

        // Then
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.problem().type().status()).isEqualTo(503));
        assertThat(effects()).isEqualTo(1);
    }

    private void insertFinished(Connection connection, RecordedResponse response) throws SQLException {
        var scope = TestRequests.scope(key);
        try (var insert = connection.prepareStatement("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, response_code, response_headers, response_body, recovery_point, worker_token, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, 1, 'succeeded', 201,
                    '{"Content-Type": "application/json", "Location": "/things/1"}', ?, 'finished',
                    gen_random_uuid(), now() + interval '1 hour')
                """)) {
            insert.setString(1, scope.tenant());
            insert.setString(2, scope.principal());
            insert.setString(3, scope.method());
            insert.setString(4, scope.path());
            insert.setString(5, scope.key());
            insert.setBytes(6, request(key, BODY).fingerprint().sha256());
            insert.setBytes(7, response.body());
            insert.executeUpdate();
        }
    }

    private long effects() {
        return database.count("SELECT count(*) FROM effects");
    }

    private static OnePhase note(String name) {
        return new OnePhase(FirstPhase.finishing(NOTE, "1", response(name), name));
    }

    private static RecordedResponse response(String name) {
        return new RecordedResponse(201, "application/json", "/things/1", name.getBytes(UTF_8));
    }
}
