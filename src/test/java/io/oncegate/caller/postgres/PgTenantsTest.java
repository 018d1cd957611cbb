package io.oncegate.caller.postgres;

import static io.oncegate.caller.postgres.CallerStores.await;
import static io.oncegate.caller.postgres.CallerStores.soon;
import static io.oncegate.caller.postgres.CallerStores.stamp;
import static io.oncegate.caller.postgres.CallerStores.wanted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.caller.Plan;
import io.oncegate.caller.audit.AuditEntry;
import io.oncegate.caller.tenants.Tenant;
import io.oncegate.caller.tenants.TenantChange;
import io.oncegate.caller.tenants.TenantChange.Reference;
import io.oncegate.caller.tenants.TenantCreation;
import io.oncegate.caller.tenants.TenantCreation.Created;
import io.oncegate.caller.tenants.TenantCreation.Existed;
import io.oncegate.caller.tenants.TenantStatus;
import io.oncegate.phase.ConstraintViolatedException;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PgTenantsTest {

    private static final CallerStores STORES = new CallerStores();

    @AfterAll
    static void close() {
        STORES.close();
    }

    @BeforeEach
    void empty() {
        STORES.database().execute("TRUNCATE audit, tenants CASCADE");
    }

    @Test
    void makesATenantOnce() {
        Tenant expected =
                new Tenant("t", Plan.VIP, TenantStatus.ACTIVE, Optional.empty(), Optional.empty(), CallerStores.NOW);

        assertThat(STORES.create("t", Plan.VIP)).isEqualTo(new Created(expected));
        assertThat(STORES.create("t", Plan.VIP)).isEqualTo(new Existed(expected));
        assertThat(STORES.create("t", Plan.FREE)).isEqualTo(new TenantCreation.Conflict(expected));

        assertThat(await(STORES.tenants.find("t", soon()))).contains(expected);
        assertThat(STORES.entries()).extracting(AuditEntry::action).containsExactly("tenant.created");
    }

    @Test
    void makesATenantOnceForManyWhoAskAtOnce() {
        List<Uni<TenantCreation>> racing = IntStream.range(0, 20)
                .mapToObj(i -> STORES.tenants.create(wanted("t", Plan.FREE), stamp(), soon()))
                .toList();

        List<TenantCreation> ended = await(Uni.join().all(racing).andFailFast());

        assertThat(ended.stream().filter(Created.class::isInstance)).hasSize(1);
        assertThat(ended.stream().filter(Existed.class::isInstance)).hasSize(19);
        assertThat(STORES.entries()).hasSize(1);
    }

    @Test
    void changesWhatIsNamedAndLeavesTheRest() {
        created("t", Plan.FREE);

        Optional<Tenant> changed = change("t", Optional.empty(), Optional.of(TenantStatus.SUSPENDED));

        assertThat(changed.orElseThrow().plan()).isEqualTo(Plan.FREE);
        assertThat(changed.orElseThrow().status()).isEqualTo(TenantStatus.SUSPENDED);
        assertThat(await(STORES.tenants.find("t", soon()))).isEqualTo(changed);
    }

    @Test
    void tellsTheAuditBeforeAndAfter() {
        created("t", Plan.FREE);

        assertThat(change("t", Optional.of(Plan.VIP), Optional.empty())).isPresent();

        AuditEntry entry = STORES.entries().get(1);
        assertThat(entry)
                .extracting(AuditEntry::at, AuditEntry::actor, AuditEntry::action, AuditEntry::subject)
                .containsExactly(CallerStores.NOW, "operator", "tenant.changed", "t");
        assertThat(entry.tenant()).contains("t");
        assertThat(entry.before().orElseThrow()).contains("\"plan\": \"free\"").contains("\"status\": \"active\"");
        assertThat(entry.after().orElseThrow()).contains("\"plan\": \"vip\"").contains("\"status\": \"active\"");
    }

    @Test
    void writesNothingWhereNothingChanges() {
        created("t", Plan.FREE);
        String before = rows();

        assertThat(change("t", Optional.of(Plan.FREE), Optional.of(TenantStatus.ACTIVE)))
                .isPresent();
        assertThat(change("t", Optional.empty(), Optional.empty())).isPresent();

        assertThat(rows()).isEqualTo(before);
        assertThat(STORES.entries()).hasSize(1);
    }

    @Test
    void setsLeavesAndClearsAName() {
        created("t", Plan.FREE);

        assertThat(gateway(Reference.to(Optional.of("kannel")))).contains("kannel");
        assertThat(gateway(Reference.UNCHANGED)).contains("kannel");
        assertThat(gateway(Reference.to(Optional.empty()))).isEmpty();
    }

    @Test
    void changesNoTenantThatIsNotThere() {
        assertThat(change("nobody", Optional.of(Plan.VIP), Optional.empty())).isEmpty();
        assertThat(await(STORES.tenants.find("nobody", soon()))).isEmpty();
        assertThat(STORES.entries()).isEmpty();
    }

    @Test
    void auditsEachOfManyChangesFromWhatItReplaced() {
        created("t", Plan.FREE);
        List<Uni<Optional<Tenant>>> racing = IntStream.range(0, 40)
                .mapToObj(i -> i % 2 == 0 ? Plan.VIP : Plan.FREE)
                .map(plan -> STORES.tenants.change("t", to(Optional.of(plan), Optional.empty()), stamp(), soon()))
                .toList();

        assertThat(await(Uni.join().all(racing).andFailFast())).hasSize(40);

        long up = transitions("free", "vip");
        long down = transitions("vip", "free");
        boolean endsUp = await(STORES.tenants.find("t", soon())).orElseThrow().plan() == Plan.VIP;
        assertThat(up).isPositive();
        assertThat(up + down + 1).isEqualTo(STORES.entries().size());
        assertThat(up - down).isEqualTo(endsUp ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a b", " ", "жё%☃", "😀", "'; DROP TABLE tenants; --", "a\\b", "{x}", "a;b=c"})
    void takesAnIdInAnyScript(String id) {
        created(id, Plan.FREE);

        assertThat(await(STORES.tenants.find(id, soon())).orElseThrow().id()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\u0001", "a\u001F", "a\u007F", "a\u0085", "a\u009F", "a\n"})
    void refusesAnIdThatIsNone(String id) {
        assertThatThrownBy(() -> created(id, Plan.FREE)).isInstanceOf(ConstraintViolatedException.class);
    }

    @Test
    void countsCharactersAndNotBytes() {
        created("😀".repeat(64), Plan.FREE);

        assertThatThrownBy(() -> created("a".repeat(65), Plan.FREE)).isInstanceOf(ConstraintViolatedException.class);
    }

    private static void created(String id, Plan plan) {
        assertThat(STORES.create(id, plan)).isInstanceOf(Created.class);
    }

    private static Optional<Tenant> change(String id, Optional<Plan> plan, Optional<TenantStatus> status) {
        return await(STORES.tenants.change(id, to(plan, status), stamp(), soon()));
    }

    private static TenantChange to(Optional<Plan> plan, Optional<TenantStatus> status) {
        return new TenantChange(plan, status, Reference.UNCHANGED, Reference.UNCHANGED);
    }

    private static Optional<String> gateway(Reference gateway) {
        TenantChange change = new TenantChange(Optional.empty(), Optional.empty(), Reference.UNCHANGED, gateway);
        return await(STORES.tenants.change("t", change, stamp(), soon()))
                .orElseThrow()
                .messageGateway();
    }

    private static long transitions(String from, String to) {
        return STORES.database()
                .count("SELECT count(*) FROM audit WHERE before ->> 'plan' = ? AND after ->> 'plan' = ?", from, to);
    }

    private static String rows() {
        return STORES.database()
                .query("SELECT t.*, t.xmin::text FROM tenants t")
                .toString();
    }
}
