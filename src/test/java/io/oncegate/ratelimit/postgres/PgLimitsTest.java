package io.oncegate.ratelimit.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.phase.TestStatements;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.LimitChange;
import io.oncegate.ratelimit.policy.LimitStore.Kept;
import io.oncegate.ratelimit.policy.LimitStore.Subject;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgLimitsTest {

    private static final Database DATABASE =
            TestServers.shared().freshDatabase().migrate();
    private static final TestStatements ONE = TestStatements.on(DATABASE);
    private static final TestStatements TWO = TestStatements.on(DATABASE);
    private static final AtomicInteger IDS = new AtomicInteger();

    private static final Subject ALL = new Subject(Optional.empty(), "client");
    private static final Subject OF_T = new Subject(Optional.of("t"), "client");
    private static final Subject BEGINNING = new Subject(Optional.empty(), "");

    private final PgLimits one = new PgLimits(ONE.statements());
    private final PgLimits two = new PgLimits(TWO.statements());

    @BeforeEach
    void oneTenantAndNoChange() {
        DATABASE.execute("TRUNCATE audit, limit_changes, tenants CASCADE");
        DATABASE.execute("INSERT INTO tenants (tenant_id, plan, status, created_at, updated_at)"
                + " VALUES ('t', 'free', 'active', now(), now())");
    }

    @AfterAll
    static void close() {
        ONE.close();
        TWO.close();
    }

    @Test
    void whatOneInstanceChangesTheOtherReads() {
        LimitChange full = new LimitChange(
                7,
                new Rate(1, 10),
                Optional.of(Mode.SOFT),
                Optional.of(Algorithm.SLIDING_WINDOW),
                Optional.of(OnStoreFailure.CLOSED));
        long before = await(two.revision(soon()));

        assertThat(put(ALL, full)).isTrue();
        assertThat(put(OF_T, change(9))).isTrue();

        assertThat(await(two.revision(soon()))).isEqualTo(before + 2);
        assertThat(following(BEGINNING, 10)).containsExactly(new Kept(ALL, full), new Kept(OF_T, change(9)));
    }

    @Test
    void auditsWhatReallyChangedAndARepeatChangesNothing() {
        assertThat(put(OF_T, change(9))).isTrue();
        assertThat(put(OF_T, change(9))).isTrue();
        long revision = await(one.revision(soon()));
        assertThat(put(OF_T, change(10))).isTrue();
        assertThat(put(OF_T, change(10))).isTrue();

        assertThat(await(one.revision(soon()))).isEqualTo(revision + 1);
        assertThat(audit()).hasSize(2);
        assertThat(audit().get(0))
                .containsEntry("action", "limit.changed")
                .containsEntry("subject", "client")
                .containsEntry("tenant_id", "t")
                .containsEntry("actor", "operator")
                .containsEntry("before", null);
        assertThat(json(audit().get(1), "before"))
                .isEqualTo(new JsonObject().put("capacity", 9).put("refill", "9/s"));
        assertThat(json(audit().get(1), "after"))
                .isEqualTo(new JsonObject().put("capacity", 10).put("refill", "10/s"));
    }

    @Test
    void aChangeIsReplacedAndNotMixed() {
        LimitChange shadow = new LimitChange(
                7, new Rate(7, 1), Optional.of(Mode.SHADOW), Optional.empty(), Optional.of(OnStoreFailure.OPEN));
        assertThat(put(ALL, shadow)).isTrue();

        assertThat(put(ALL, change(7))).isTrue();

        assertThat(following(BEGINNING, 10)).containsExactly(new Kept(ALL, change(7)));
        assertThat(json(audit().get(1), "before").getString("mode")).isEqualTo("shadow");
    }

    @Test
    void takesAChangeBackOnce() {
        assertThat(put(ALL, change(7))).isTrue();
        assertThat(put(OF_T, change(9))).isTrue();

        assertThat(takeBack(OF_T)).isTrue();
        long revision = await(one.revision(soon()));
        assertThat(takeBack(OF_T)).isTrue();

        assertThat(await(one.revision(soon()))).isEqualTo(revision);
        assertThat(following(BEGINNING, 10)).containsExactly(new Kept(ALL, change(7)));
        assertThat(audit()).hasSize(3);
        assertThat(audit().get(2)).containsEntry("action", "limit.taken-back").containsEntry("after", null);
        assertThat(takeBack(ALL)).isTrue();
        assertThat(following(BEGINNING, 10)).isEmpty();
    }

    @Test
    void knowsNoTenantThatIsNotThere() {
        Subject stranger = new Subject(Optional.of("nobody"), "client");
        long revision = await(one.revision(soon()));

        assertThat(put(stranger, change(1))).isFalse();
        assertThat(takeBack(stranger)).isFalse();

        assertThat(await(one.revision(soon()))).isEqualTo(revision);
        assertThat(audit()).isEmpty();
    }

    @Test
    void readsPageByPageAllThatThereIs() {
        for (int policy = 0; policy < 5; policy++) {
            assertThat(put(new Subject(Optional.empty(), "p" + policy), change(1)))
                    .isTrue();
            assertThat(put(new Subject(Optional.of("t"), "p" + policy), change(1)))
                    .isTrue();
        }

        List<Kept> first = following(BEGINNING, 4);
        List<Kept> second = following(first.get(3).subject(), 4);
        List<Kept> third = following(second.get(3).subject(), 4);

        assertThat(first).hasSize(4);
        assertThat(third).hasSize(2);
        assertThat(List.of(first, second, third).stream().flatMap(List::stream)).doesNotHaveDuplicates();
    }

    /** Whoever comes second finds a row that it could not see; its entry tells of it all the same. */
    @Test
    void manyWhoChangeAtOnceLeaveAnUnbrokenAudit() {
        // When
        List<Uni<Boolean>> racing = IntStream.rangeClosed(1, 20)
                .mapToObj(number -> (number % 2 == 0 ? one : two).put(ALL, change(number), stamp(), soon()))
                .toList();
        assertThat(await(Uni.join().all(racing).andFailFast())).containsOnly(true);

        // Then
        assertThat(audit()).hasSize(20);
        List<Object> before = column("before");
        List<Object> after = column("after");
        assertThat(before).doesNotHaveDuplicates().containsNull();
        assertThat(after)
                .doesNotHaveDuplicates()
                .filteredOn(state -> !before.contains(state))
                .extracting(state -> new JsonObject((String) state).getLong("capacity"))
                .containsExactly(DATABASE.count("SELECT capacity FROM limit_changes"));
    }

    private boolean put(Subject subject, LimitChange change) {
        return await(one.put(subject, change, stamp(), soon()));
    }

    private boolean takeBack(Subject subject) {
        return await(one.takeBack(subject, stamp(), soon()));
    }

    private List<Kept> following(Subject after, int most) {
        return await(two.following(after, most, soon()));
    }

    private static List<Map<String, Object>> audit() {
        return DATABASE.query(
                "SELECT action, actor, subject, tenant_id, before::text, after::text FROM audit ORDER BY id");
    }

    private static List<Object> column(String name) {
        return audit().stream().map(entry -> entry.get(name)).toList();
    }

    private static JsonObject json(Map<String, Object> entry, String column) {
        return new JsonObject((String) entry.get(column));
    }

    private static LimitChange change(long number) {
        return new LimitChange(number, new Rate(number, 1), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Stamp stamp() {
        String id = "01" + String.format(Locale.ROOT, "%024d", IDS.incrementAndGet());
        return new Stamp(id, "operator", Instant.parse("2030-05-01T10:00:00Z"));
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(Duration.ofSeconds(30));
    }
}
