package io.oncegate.caller.postgres;

import static io.oncegate.caller.postgres.CallerStores.await;
import static io.oncegate.caller.postgres.CallerStores.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.Caller;
import io.oncegate.caller.DemoKeys;
import io.oncegate.caller.Grant;
import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.request.Ids;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgDemoStoreTest {

    private static final CallerStores STORES = new CallerStores();
    private static final KeyHash KEY = KeyHash.of(DemoKeys.STANDARD);
    private static final Caller PLANTED =
            new Caller("demo", "default", Plan.STANDARD, Scope.USUAL, Optional.of("stripe"), Optional.empty());

    private final PgDemoStore store = new PgDemoStore(
            STORES.storage().statements(), new CountedIds(), Clock.fixed(CallerStores.NOW, ZoneOffset.UTC));

    private static final class CountedIds implements Ids {

        @Override
        public String ulid() {
            return CallerStores.ulid();
        }

        @Override
        public UUID token() {
            return UUID.randomUUID();
        }
    }

    @AfterAll
    static void close() {
        STORES.close();
    }

    @BeforeEach
    void plant() {
        await(store.plant("demo", Plan.STANDARD, "stripe", KEY));
    }

    @Test
    void makesATenantWithAKeyThatWorks() {
        assertThat(grant().caller()).isEqualTo(PLANTED);
    }

    @Test
    void plantsTwiceAsOnce() {
        await(store.plant("demo", Plan.STANDARD, "stripe", KEY));

        assertThat(STORES.database().count("SELECT count(*) FROM tenants")).isEqualTo(1);
        assertThat(STORES.database().count("SELECT count(*) FROM api_keys")).isEqualTo(1);
    }

    @Test
    void makesGoodWhatWasChanged() {
        STORES.database().execute("UPDATE tenants SET plan = 'free', status = 'suspended', message_gateway = 'kannel'");
        STORES.database().execute("UPDATE api_keys SET revoked_at = now(), scopes = '{orders:read}'");

        await(store.plant("demo", Plan.STANDARD, "stripe", KEY));

        assertThat(grant().caller()).isEqualTo(PLANTED);
        assertThat(grant().suspended()).isFalse();
    }

    private static Grant grant() {
        return await(STORES.callers.grantOf(KEY, soon())).orElseThrow();
    }
}
