package io.oncegate.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.TestServers;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the failure of a statement means to its caller, and to whoever asks whether PostgreSQL answers. */
class StatementsTest {
    private static final Database DATABASE = TestServers.shared().freshDatabase();
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void aStatementThatRunsTooLongIsGivenUpByAServerThatAnswers() {
        try (var storage = TestStatements.on(DATABASE, Map.of("oncegate.db.statement-timeout", "200ms"))) {
            var failure = failure(storage.statements().repeatable(Deadline.in(LONG), "SELECT pg_sleep(20)"));

            assertThat(type(failure)).isEqualTo(ProblemType.STORAGE_UNAVAILABLE);
            assertThat(detail(failure)).contains("nothing was done");
            assertThat(storage.state().answering()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"57014, true", "55P03, true", "25006, false", "53100, false", "53200, false"})
    void onlyAServerThatCanDoNothingCountsAsSilent(String sqlState, boolean answering) {
        try (var storage = TestStatements.on(DATABASE)) {
            var failure = failure(storage.statements().once(Deadline.in(LONG), raise(sqlState)));

            assertThat(type(failure)).isEqualTo(ProblemType.STORAGE_UNAVAILABLE);
            assertThat(detail(failure)).contains("nothing was done");
            assertThat(storage.state().answering()).isEqualTo(answering);
        }
    }

    @Test
    void aServerThatIsSilentStaysSoUntilItDoesSomething() {
        try (var storage = TestStatements.on(DATABASE)) {
            assertThat(failure(storage.statements().once(Deadline.in(LONG), raise("25006"))))
                    .isInstanceOf(ProblemException.class);
            assertThat(storage.state().answering()).isFalse();

            assertThat(failure(storage.statements().once(Deadline.in(LONG), raise("57014"))))
                    .isInstanceOf(ProblemException.class);
            assertThat(storage.state().answering()).isFalse();

            join(storage.statements().once(Deadline.in(LONG), "SELECT 1"));
            assertThat(storage.state().answering()).isTrue();
        }
    }

    @Test
    void aLostReplyAfterWhichTheStatementIsGivenUpMayBeDone() {
        try (var proxy = FaultProxy.to(DATABASE.host(), DATABASE.port());
                var storage = TestStatements.on(DATABASE.through(FaultProxy.host(), proxy.port()))) {
            // Given
            join(storage.statements().once(Deadline.in(LONG), "SELECT 1"));
            proxy.dropNextReplyTo("lost");

            // When
            var failure = failure(storage.statements().repeatable(Deadline.in(LONG), raise("57014") + " -- lost"));

            // Then
            assertThat(type(failure)).isEqualTo(ProblemType.STORAGE_UNAVAILABLE);
            assertThat(detail(failure)).contains("may still be done");
            assertThat(storage.state().answering()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aViolatedConstraintIsToldAsSuchThoughAReplyWasLost(boolean lost) {
        try (var proxy = FaultProxy.to(DATABASE.host(), DATABASE.port());
                var storage = TestStatements.on(DATABASE.through(FaultProxy.host(), proxy.port()))) {
            // Given
            DATABASE.execute("CREATE TABLE IF NOT EXISTS taken (name text CONSTRAINT taken_once UNIQUE)");
            DATABASE.execute("INSERT INTO taken VALUES ('x') ON CONFLICT DO NOTHING");
            join(storage.statements().once(Deadline.in(LONG), "SELECT 1"));
            if (lost) {
                proxy.dropNextReplyTo("INSERT INTO taken");
            }

            // When
            var failure =
                    failure(storage.statements().repeatable(Deadline.in(LONG), "INSERT INTO taken VALUES ($1)", "x"));

            // Then
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            ConstraintViolatedException.class,
                            violated -> assertThat(violated.constraint()).isEqualTo("taken_once"));
            assertThat(storage.state().answering()).isTrue();
        }
    }

    /** The longest ones are longer than the client remembers by itself; they would be parsed and planned each time. */
    @Test
    void anyStatementIsPreparedOnce() {
        try (var storage = TestStatements.on(DATABASE, Map.of("oncegate.db.pool-size", "1"))) {
            var text = "SELECT 1 -- " + "long ".repeat(2000);
            for (int each = 0; each < 3; each++) {
                assertThat(first(storage, text)).isEqualTo(1);
            }

            assertThat(first(
                            storage,
                            "SELECT count(*)::integer FROM pg_prepared_statements WHERE statement LIKE '%long long%'"
                                    + " AND statement NOT LIKE '%pg_prepared%'"))
                    .isEqualTo(1);
        }
    }

    /** Operators and work in the background are not kept out by tenants, whatever those wait for. */
    @Test
    void tenantsLeaveSomeConnectionsToOthers() throws SQLException {
        var tenants = new AtomicBoolean(true);
        StatementWatch watch = () -> tenants.get() ? Optional.of(together -> () -> {}) : Optional.empty();
        DATABASE.execute("CREATE TABLE shared (name text)");
        try (var storage = TestStatements.on(DATABASE, Map.of("oncegate.db.pool-size", "6"), watch);
                var rival = DATABASE.connect()) {
            // Given
            rival.setAutoCommit(false);
            try (var lock = rival.createStatement()) {
                lock.execute("LOCK TABLE shared");
            }
            var waiting = IntStream.range(0, 8)
                    .mapToObj(number -> storage.statements()
                            .once(Deadline.in(LONG), "INSERT INTO shared VALUES ($1)", "x")
                            .subscribeAsCompletionStage())
                    .toList();
            await().until(() -> blocked() == 5);

            // When
            tenants.set(false);
            join(storage.statements().once(Deadline.in(LONG), "SELECT 1"));

            // Then
            assertThat(blocked()).isEqualTo(5);
            rival.rollback();
            waiting.forEach(CompletableFuture::join);
            assertThat(DATABASE.count("SELECT count(*) FROM shared")).isEqualTo(8);
        }
    }

    private static int first(TestStatements storage, String sql) {
        return storage.statements()
                .once(Deadline.in(LONG), sql)
                .subscribeAsCompletionStage()
                .join()
                .iterator()
                .next()
                .getInteger(0);
    }

    private static long blocked() {
        return DATABASE.count("SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'");
    }

    private static String raise(String sqlState) {
        return "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '" + sqlState + "'; END $$";
    }

    private static ProblemType type(Throwable failure) {
        return ((ProblemException) failure).problem().type();
    }

    private static String detail(Throwable failure) {
        return ((ProblemException) failure).problem().detail();
    }

    private static Throwable failure(Uni<RowSet<Row>> result) {
        try {
            join(result);
        } catch (CompletionException failed) {
            return failed.getCause();
        }
        throw new AssertionError("the statement did not fail");
    }

    private static void join(Uni<RowSet<Row>> result) {
        var unusedRows = result.subscribeAsCompletionStage().join();
    }
}
