package io.oncegate.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.TestServers;
import io.vertx.sqlclient.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who leaves with whom, what each is answered, and that nobody pays for another. */
class StatementBatchesTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    /** Notes a text once, and tells in which transaction; a repeat of the same sender tells the first. */
    private static final Batchable NOTE = new Batchable("note", """
            WITH noted AS (
                INSERT INTO notes (sender, said)
                VALUES ($1, $2)
                ON CONFLICT (sender) DO NOTHING
                RETURNING said, transaction
            )
            SELECT said, transaction
            FROM noted
            UNION ALL
            SELECT said, transaction
            FROM notes
            WHERE sender = $1
            """, """
            WITH asked AS (
                SELECT *
                FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS one (sender, said, position)
            ), noted AS (
                INSERT INTO notes (sender, said)
                SELECT sender, said
                FROM asked
                RETURNING sender, said, transaction
            )
            SELECT asked.position, noted.said, noted.transaction
            FROM asked
            JOIN noted ON noted.sender = asked.sender
            ORDER BY asked.position DESC
            """);

    private final Database database = TestServers.shared().freshDatabase();

    @BeforeEach
    void createTable() {
        database.execute("""
                CREATE TABLE notes (
                    sender      text PRIMARY KEY,
                    said        text CONSTRAINT notes_are_polite CHECK (said <> 'rude'),
                    transaction bigint DEFAULT txid_current())""");
    }

    @Test
    void whoComesFirstLeavesAloneAndThoseWhoComeMeanwhileLeaveTogether() {
        try (var storage = storage(database, Map.of())) {
            var notes = atOnce(storage, LONG, "a", "b", "c", "d").stream()
                    .map(StatementBatchesTest::note)
                    .toList();

            assertThat(notes).extracting(Note::said).containsExactly("a", "b", "c", "d");
            var first = notes.get(0).transaction();
            var second = notes.get(1).transaction();
            assertThat(notes).extracting(Note::transaction).containsExactly(first, second, second, second);
            assertThat(second).isNotEqualTo(first);
            assertThat(together(storage)).isEqualTo(List.of(2L, 4.0));
        }
    }

    @Test
    void whoCannotBeDoneSpoilsNobodyElses() {
        try (var storage = storage(database, Map.of())) {
            var answers = atOnce(storage, LONG, "a", "b", "rude", "d");

            assertThat(note(answers.get(1)).said()).isEqualTo("b");
            assertThat(note(answers.get(3)).said()).isEqualTo("d");
            assertThat(failure(answers.get(2)))
                    .isInstanceOfSatisfying(
                            ConstraintViolatedException.class,
                            violated -> assertThat(violated.constraint()).isEqualTo("notes_are_polite"));
            assertThat(said()).containsExactly("a", "b", "d");
            assertThat(apart(storage)).isEqualTo(1);
        }
    }

    @Test
    void whatWasDoneThoughTheReplyWasLostIsNotDoneTwice() {
        try (var proxy = FaultProxy.to(database.host(), database.port());
                var storage = storage(database.through(FaultProxy.host(), proxy.port()), Map.of())) {
            proxy.dropNextReplyTo("lost");

            var notes = atOnce(storage, LONG, "a", "b", "lost", "d").stream()
                    .map(StatementBatchesTest::note)
                    .toList();

            assertThat(notes).extracting(Note::said).containsExactly("a", "b", "lost", "d");
            assertThat(notes.subList(1, 4))
                    .extracting(Note::transaction)
                    .containsOnly(notes.get(1).transaction());
            assertThat(said()).containsExactly("a", "b", "d", "lost");
            assertThat(apart(storage)).isEqualTo(1);
        }
    }

    @Test
    void whatMeetsALockHoldsUpNobodyWhoComesLater() throws SQLException {
        try (var storage = storage(database, Map.of());
                var rival = database.connect()) {
            rival.setAutoCommit(false);
            try (var insert = rival.createStatement()) {
                insert.execute("INSERT INTO notes (sender, said) VALUES ('locked', 'mine')");
            }

            var answers = atOnce(storage, LONG, "locked", "b", "c");

            assertThat(note(answers.get(1)).said()).isEqualTo("b");
            assertThat(note(answers.get(2)).said()).isEqualTo("c");
            assertThat(answers.get(0)).isNotDone();
            rival.rollback();
            assertThat(note(answers.get(0)).said()).isEqualTo("locked");
        }
    }

    @Test
    void whoseTimeIsOverBeforeItsBatchLeavesNeverLeaves() throws SQLException {
        try (var storage = storage(database, Map.of());
                var rival = database.connect()) {
            rival.setAutoCommit(false);
            try (var insert = rival.createStatement()) {
                insert.execute("INSERT INTO notes (sender, said) VALUES ('locked', 'mine')");
            }

            var locked = atOnce(storage, LONG, "locked");
            var hasty = atOnce(storage, Duration.ofMillis(5), "hasty", "hurried");
            var patient = atOnce(storage, LONG, "patient");

            assertThat(hasty)
                    .allSatisfy(answer -> assertThat(failure(answer))
                            .isInstanceOfSatisfying(
                                    ProblemException.class,
                                    refused -> assertThat(refused.problem().type())
                                            .isEqualTo(ProblemType.DEADLINE_EXCEEDED)));
            assertThat(note(patient.get(0)).said()).isEqualTo("patient");
            rival.rollback();
            assertThat(note(locked.get(0)).said()).isEqualTo("locked");
            assertThat(said()).containsExactly("locked", "patient");
        }
    }

    /** A fault of ours in one request's parameters. */
    @Test
    void aValueThatFitsIntoNoArrayCostsNeitherTheOthersNorAConnection() {
        try (var storage = storage(database, Map.of("oncegate.db.pool-size", "1"))) {
            var answers = atOnce(storage, LONG, "a", "b", 5, "d");

            assertThat(note(answers.get(1)).said()).isEqualTo("b");
            assertThat(note(answers.get(3)).said()).isEqualTo("d");
            assertThat(failure(answers.get(2))).isInstanceOf(ProblemException.class);
            assertThat(said()).containsExactly("a", "b", "d");
        }
    }

    @Test
    void moreThanMayWaitAreRefused() {
        try (var storage = storage(database, Map.of("oncegate.db.pool-waiting", "2"))) {
            var answers = atOnce(storage, LONG, "a", "b", "c", "d");

            assertThat(failure(answers.get(3)))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().type()).isEqualTo(ProblemType.OVERLOADED));
            assertThat(answers.subList(0, 3).stream().map(answer -> note(answer).said()))
                    .containsExactly("a", "b", "c");
            assertThat(said()).containsExactly("a", "b", "c");
        }
    }

    @Test
    void withoutAServerNothingIsDone() {
        try (var proxy = FaultProxy.to(database.host(), database.port());
                var storage = storage(database.through(FaultProxy.host(), proxy.port()), Map.of())) {
            proxy.refuse();

            assertThat(atOnce(storage, LONG, "a", "b", "c"))
                    .allSatisfy(answer -> assertThat(failure(answer))
                            .isInstanceOfSatisfying(ProblemException.class, refused -> {
                                assertThat(refused.problem().type()).isEqualTo(ProblemType.STORAGE_UNAVAILABLE);
                                assertThat(refused.problem().detail()).contains("nothing was done");
                            }));
            assertThat(said()).isEmpty();
        }
    }

    private static TestStatements storage(Database there, Map<String, String> given) {
        // What waits for a lock does so for as long as the test likes.
        var settings = new HashMap<>(Map.of(
                "oncegate.db.batches", "1",
                "oncegate.db.statement-timeout", "30s",
                "oncegate.db.reply-timeout", "31s"));
        settings.putAll(given);
        return TestStatements.on(there, settings);
    }

    private static List<CompletableFuture<Row>> atOnce(TestStatements storage, Duration budget, Object... texts) {
        return storage.atOnce(() -> Stream.of(texts)
                .map(text -> storage.batches()
                        .repeatable(Deadline.in(budget), NOTE, text, text)
                        .subscribeAsCompletionStage())
                .toList());
    }

    private record Note(String said, long transaction) {}

    private static Note note(CompletableFuture<Row> answer) {
        var row = answer.join();
        return new Note(row.getString("said"), row.getLong("transaction"));
    }

    private static Throwable failure(CompletableFuture<Row> answer) {
        try {
            throw new AssertionError("did not fail: " + answer.join().deepToString());
        } catch (CompletionException failed) {
            return failed.getCause();
        }
    }

    private List<Object> said() {
        return database.query("SELECT said FROM notes ORDER BY said").stream()
                .map(row -> row.get("said"))
                .toList();
    }

    /** How many statements have left, and for how many they were. */
    private static List<Number> together(TestStatements storage) {
        var summary = storage.meters()
                .get("oncegate.statements.together")
                .tag("kind", "note")
                .summary();
        return List.of(summary.count(), summary.totalAmount());
    }

    private static double apart(TestStatements storage) {
        return storage.meters()
                .get("oncegate.statements.apart")
                .tag("kind", "note")
                .counter()
                .count();
    }
}
