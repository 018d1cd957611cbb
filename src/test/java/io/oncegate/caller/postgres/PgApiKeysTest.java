package io.oncegate.caller.postgres;

import static io.oncegate.caller.postgres.CallerStores.await;
import static io.oncegate.caller.postgres.CallerStores.soon;
import static io.oncegate.caller.postgres.CallerStores.stamp;
import static io.oncegate.caller.postgres.CallerStores.ulid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Grant;
import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.caller.audit.AuditEntry;
import io.oncegate.caller.tenants.ApiKeyRecord;
import io.oncegate.caller.tenants.NewApiKey;
import io.oncegate.caller.tenants.TenantCreation;
import io.oncegate.phase.ConstraintViolatedException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgApiKeysTest {

    private static final CallerStores STORES = new CallerStores();

    @AfterAll
    static void close() {
        STORES.close();
    }

    @BeforeEach
    void oneTenant() {
        STORES.database().execute("TRUNCATE audit, tenants CASCADE");
        assertThat(STORES.create("t", Plan.STANDARD)).isInstanceOf(TenantCreation.Created.class);
    }

    @Test
    void findsTheCallerOfAKey() {
        String key = STORES.key("t", "app", Optional.empty());

        Grant grant = grantOf(key).orElseThrow();

        assertThat(grant.caller()).isEqualTo(new Caller("t", "app", Plan.STANDARD, Set.of(Scope.ORDERS_READ)));
        assertThat(grant.suspended()).isFalse();
        assertThat(grant.validFor()).isGreaterThan(Duration.ofDays(1));
    }

    @Test
    void findsWhatTheTenantsPaymentsAndMessagesGoThrough() {
        String key = STORES.key("t", "app", Optional.empty());
        STORES.database().execute("UPDATE tenants SET payment_provider = 'stripe', message_gateway = 'kannel'");

        Caller caller = grantOf(key).orElseThrow().caller();

        assertThat(caller.paymentProvider()).contains("stripe");
        assertThat(caller.messageGateway()).contains("kannel");
    }

    @Test
    void knowsHowLongAKeyLivesByTheDatabasesClock() {
        String key = STORES.key("t", "app", Optional.of(databaseTime().plusSeconds(300)));

        assertThat(grantOf(key).orElseThrow().validFor())
                .isBetween(Duration.ofSeconds(200), Duration.ofMillis(300_001));
    }

    @Test
    void findsNobodyForAnExpiredKey() {
        String key = STORES.key("t", "app", Optional.of(databaseTime().minusMillis(1)));

        assertThat(grantOf(key)).isEmpty();
    }

    @Test
    void findsNobodyForAnUnknownKey() {
        assertThat(grantOf("unknown")).isEmpty();
    }

    @Test
    void saysThatATenantIsSuspended() {
        String key = STORES.key("t", "app", Optional.empty());

        STORES.database().execute("UPDATE tenants SET status = 'suspended'");

        assertThat(grantOf(key).orElseThrow().suspended()).isTrue();
    }

    @Test
    void revokesAKeyOnce() {
        String key = STORES.key("t", "app", Optional.empty());
        String id = list("", 10).get(0).id();

        assertThat(await(STORES.apiKeys.revoke(id, stamp(), soon()))).isTrue();
        String revoked = rows();
        assertThat(await(STORES.apiKeys.revoke(id, stamp(), soon()))).isTrue();

        assertThat(grantOf(key)).isEmpty();
        assertThat(list("", 10).get(0).revokedAt()).contains(CallerStores.NOW);
        assertThat(rows()).isEqualTo(revoked);
        assertThat(STORES.entries())
                .extracting(AuditEntry::action)
                .containsExactly("tenant.created", "api-key.created", "api-key.revoked");
    }

    @Test
    void revokesNoKeyThatIsNotThere() {
        assertThat(await(STORES.apiKeys.revoke(ulid(), stamp(), soon()))).isFalse();
        assertThat(STORES.entries()).hasSize(1);
    }

    @Test
    void addsNoKeyToATenantThatIsNotThere() {
        NewApiKey key =
                new NewApiKey(ulid(), "nobody", "n", "c", KeyHash.of("k"), Set.of(Scope.ORDERS_READ), Optional.empty());

        assertThat(await(STORES.apiKeys.add(key, stamp(), soon()))).isFalse();
        assertThat(STORES.entries()).hasSize(1);
    }

    @Test
    void keepsEveryScope() {
        NewApiKey key = new NewApiKey(
                ulid(), "t", "n", "c", KeyHash.of("k"), EnumSet.allOf(Scope.class), Optional.of(CallerStores.NOW));

        assertThat(await(STORES.apiKeys.add(key, stamp(), soon()))).isTrue();

        assertThat(list("", 10))
                .containsExactly(new ApiKeyRecord(
                        key.id(),
                        "t",
                        "n",
                        "c",
                        EnumSet.allOf(Scope.class),
                        CallerStores.NOW,
                        Optional.of(CallerStores.NOW),
                        Optional.empty()));
    }

    @Test
    void takesNoKeyThatMayDoNothing() {
        NewApiKey key = new NewApiKey(ulid(), "t", "n", "c", KeyHash.of("k"), Set.of(), Optional.empty());

        assertThatThrownBy(() -> await(STORES.apiKeys.add(key, stamp(), soon())))
                .isInstanceOf(ConstraintViolatedException.class);
    }

    @Test
    void listsPageByPage() {
        for (int i = 0; i < 5; i++) {
            assertThat(STORES.key("t", "client-" + i, Optional.empty())).isNotEmpty();
        }

        List<ApiKeyRecord> first = list("", 3);
        List<ApiKeyRecord> second = list(first.get(2).id(), 3);

        assertThat(first).extracting(ApiKeyRecord::client).containsExactly("client-0", "client-1", "client-2");
        assertThat(second).extracting(ApiKeyRecord::client).containsExactly("client-3", "client-4");
        assertThat(list(second.get(1).id(), 3)).isEmpty();
    }

    @Test
    void tellsATenantWithoutKeysFromNone() {
        assertThat(await(STORES.apiKeys.list("t", "", 10, soon()))).contains(List.of());
        assertThat(await(STORES.apiKeys.list("nobody", "", 10, soon()))).isEmpty();
    }

    @Test
    void keepsNeitherKeysNorHashesOutsideTheirColumn() {
        String key = STORES.key("t", "app", Optional.empty());
        String hash = HexFormat.of().formatHex(KeyHash.of(key).bytes());

        String everything =
                STORES.database().query("SELECT a::text FROM audit a").toString()
                        + STORES.database().query("SELECT (to_jsonb(k) - 'key_sha256')::text AS k FROM api_keys k");

        assertThat(everything).contains("app").doesNotContain(key).doesNotContain(hash);
    }

    private static Optional<Grant> grantOf(String key) {
        return await(STORES.callers.grantOf(KeyHash.of(key), soon()));
    }

    private static List<ApiKeyRecord> list(String afterId, int most) {
        return await(STORES.apiKeys.list("t", afterId, most, soon())).orElseThrow();
    }

    private static String rows() {
        return STORES.database()
                .query("SELECT k.id, k.revoked_at, k.xmin::text FROM api_keys k")
                .toString();
    }

    private static Instant databaseTime() {
        return Instant.ofEpochMilli(STORES.database().count("SELECT (extract(epoch FROM now()) * 1000)::bigint"));
    }
}
