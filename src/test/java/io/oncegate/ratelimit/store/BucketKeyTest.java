package io.oncegate.ratelimit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketKeyTest {
    private static final List<String> PARTS = List.of(
            "a",
            "b",
            "a:b",
            "a}b",
            "{x}",
            "x",
            "}",
            "{",
            "{}",
            ":",
            "::",
            "127.0.0.1",
            "~",
            "%7E",
            "%",
            "%25",
            "",
            "v1",
            "a%3Ab",
            "A",
            "\u00e9",
            "e\u0301",
            "\ud83d\ude00",
            "\ud83d",
            "\ude00",
            "?",
            "\n",
            " ",
            "\0",
            "rl",
            "a b",
            "t".repeat(63) + "1",
            "t".repeat(63) + "2");

    @Test
    void isReadable() {
        assertThat(BucketKey.ofTenant("acme", "client", "9f3a")).isEqualTo("rl:{acme}:v1:client:9f3a");
        assertThat(BucketKey.ofTenantOnRoute("acme", "export", "acme", "GET /v1/orders"))
                .isEqualTo("rl:{acme}:v1:export:acme:GET%20%2Fv1%2Forders");
        assertThat(BucketKey.withoutTenant("global", "all")).isEqualTo("rl:{~}:v1:global:all");
        assertThat(BucketKey.ofTenant("~", "global", "all")).isEqualTo("rl:{%7E}:v1:global:all");
    }

    @Test
    void differentPartsNeverGiveOneKey() {
        var keys = new HashSet<String>();
        var made = 0;
        for (var tenant : PARTS) {
            for (var subject : PARTS) {
                keys.add(BucketKey.withoutTenant(tenant, subject));
                keys.add(BucketKey.ofTenant(tenant, "p", subject));
                keys.add(BucketKey.ofTenant("t", tenant, subject));
                keys.add(BucketKey.ofTenantOnRoute(tenant, "p", "s", subject));
                keys.add(BucketKey.ofTenantOnRoute("t", "p", tenant, subject));
                made += 5;
            }
        }
        // The two tables meet in t, p and s only, which are no parts.
        assertThat(keys).hasSize(made);
    }

    @Test
    void theSlotIsTheTenant() {
        for (var tenant : PARTS) {
            var key = BucketKey.ofTenantOnRoute(tenant, "a}{b", "{c}", "{d}");
            var slot = key.substring(key.indexOf('{') + 1, key.indexOf('}'));

            assertThat(BucketKey.ofTenant(tenant, "p", "s")).startsWith("rl:{" + slot + "}:v1:");
            assertThat(slot).matches("[A-Za-z0-9._%-]*");
        }
    }
}
