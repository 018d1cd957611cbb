package io.oncegate.ratelimit.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgHeartbeatsTest {

    private static final Database DATABASE =
            TestServers.shared().freshDatabase().migrate();
    private static final TestStatements ONE = TestStatements.on(DATABASE);
    private static final TestStatements TWO = TestStatements.on(DATABASE);
    private static final String A = "01J0000000000000000000000A";
    private static final String B = "01J0000000000000000000000B";

    private final PgHeartbeats one = new PgHeartbeats(ONE.statements());
    private final PgHeartbeats two = new PgHeartbeats(TWO.statements());

    @BeforeEach
    void empty() {
        DATABASE.execute("TRUNCATE instances");
    }

    @AfterAll
    static void close() {
        ONE.close();
        TWO.close();
    }

    @Test
    void eachCountsTheOther() {
        assertThat(beat(one, A)).isZero();
        assertThat(beat(two, B)).isEqualTo(1);
        assertThat(beat(one, A)).isEqualTo(1);
        assertThat(DATABASE.count("SELECT count(*) FROM instances")).isEqualTo(2);
    }

    @Test
    void oneThatHasLeftIsNotCounted() {
        assertThat(beat(one, A)).isZero();
        assertThat(beat(two, B)).isEqualTo(1);

        two.leave(B, soon()).await().atMost(Duration.ofSeconds(30));

        assertThat(beat(one, A)).isZero();
        assertThat(DATABASE.count("SELECT count(*) FROM instances")).isEqualTo(1);
    }

    @Test
    void oneThatIsSilentIsNotCountedByTheDatabasesClock() {
        assertThat(beat(two, B)).isZero();
        silentFor(B, "14 seconds");
        assertThat(beat(one, A)).isEqualTo(1);

        silentFor(B, "16 seconds");

        assertThat(beat(one, A)).isZero();
        assertThat(beat(two, B)).isEqualTo(1);
        assertThat(beat(one, A)).isEqualTo(1);
    }

    @Test
    void oneThatIsSilentForLongIsForgotten() {
        assertThat(beat(two, B)).isZero();
        silentFor(B, "9 minutes");
        assertThat(beat(one, A)).isZero();
        assertThat(DATABASE.count("SELECT count(*) FROM instances")).isEqualTo(2);

        silentFor(B, "11 minutes");
        assertThat(beat(one, A)).isZero();

        assertThat(DATABASE.count("SELECT count(*) FROM instances WHERE instance_id = ?", A))
                .isEqualTo(1);
        assertThat(DATABASE.count("SELECT count(*) FROM instances WHERE instance_id = ?", B))
                .isZero();
    }

    @Test
    void oneThatComesBackAfterItWasGivenUpStays() {
        assertThat(beat(one, A)).isZero();
        silentFor(A, "11 minutes");

        assertThat(beat(one, A)).isZero();

        assertThat(beat(two, B)).isEqualTo(1);
    }

    private static void silentFor(String instance, String interval) {
        DATABASE.execute(
                "UPDATE instances SET started_at = now() - ?::interval, seen_at = now() - ?::interval"
                        + " WHERE instance_id = ?",
                interval,
                interval,
                instance);
    }

    private static int beat(PgHeartbeats heartbeats, String instance) {
        Uni<Integer> others = heartbeats.beat(instance, Duration.ofSeconds(15), soon());
        return others.await().atMost(Duration.ofSeconds(30));
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }
}
