package io.oncegate.overload.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.overload.Profile;
import io.oncegate.overload.ProfileStore.Active;
import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PgProfilesTest {

    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestStatements first = TestStatements.on(database);
    private final TestStatements second = TestStatements.on(database);
    private final PgProfiles one = new PgProfiles(first.statements());
    private final PgProfiles two = new PgProfiles(second.statements());
    private final AtomicInteger ids = new AtomicInteger();

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void whatOneInstanceChangesTheOtherReads() {
        assertThat(await(two.active(soon()))).isEqualTo(new Active(Profile.NORMAL, 0, ""));

        Active changed = await(one.change(Profile.EMERGENCY, stamp(), soon()));

        assertThat(changed).isEqualTo(new Active(Profile.EMERGENCY, 1, "operator"));
        assertThat(await(two.active(soon()))).isEqualTo(changed);
    }

    @Test
    void auditsWhatReallyChangedAndARepeatChangesNothing() {
        Active changed = await(one.change(Profile.DEGRADED, stamp(), soon()));
        Active repeated = await(two.change(Profile.DEGRADED, stamp(), soon()));

        assertThat(repeated).isEqualTo(changed);
        assertThat(audit())
                .containsExactly(Map.of(
                        "action", "profile.changed",
                        "actor", "operator",
                        "before", "normal",
                        "after", "degraded"));
    }

    @Test
    void aChangeFromWhatHoldsNoLongerChangesNothing() {
        Active seen = await(one.active(soon()));
        Active changed = await(two.change(Profile.EMERGENCY, stamp(), soon()));

        Active late = await(one.changeFrom(seen, Profile.DEGRADED, stamp(), soon()));
        Active inTime = await(one.changeFrom(changed, Profile.DEGRADED, stamp(), soon()));

        assertThat(late).isEqualTo(changed);
        assertThat(inTime.profile()).isEqualTo(Profile.DEGRADED);
        assertThat(audit()).hasSize(2);
    }

    @Test
    void manyWhoChangeAtOnceLeaveAnUnbrokenAudit() {
        List<Profile> profiles = List.of(Profile.values());
        List<Uni<Active>> racing = IntStream.range(0, 18)
                .mapToObj(i -> (i % 2 == 0 ? one : two).change(profiles.get(i % 3), stamp(), soon()))
                .toList();

        List<Active> ended = await(Uni.join().all(racing).andFailFast());

        List<Map<String, Object>> audit = audit();
        long changes = database.count("SELECT revision FROM active_profile");
        assertThat(ended).extracting(Active::revision).allMatch(revision -> revision <= changes);
        assertThat(audit)
                .hasSize((int) changes)
                .allMatch(entry -> !entry.get("before").equals(entry.get("after")));
    }

    private List<Map<String, Object>> audit() {
        return database.query("SELECT action, actor, before ->> 'profile' AS before, after ->> 'profile' AS after"
                + " FROM audit ORDER BY id");
    }

    private Stamp stamp() {
        String id = "01" + String.format(Locale.ROOT, "%024d", ids.incrementAndGet());
        return new Stamp(id, "operator", Instant.parse("2030-05-01T10:00:00Z"));
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(Duration.ofSeconds(30));
    }
}
