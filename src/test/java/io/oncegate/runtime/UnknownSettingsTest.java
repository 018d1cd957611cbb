package io.oncegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownSettingsTest {

    private final UnknownSettings unknown = new UnknownSettings(Set.of(
            "oncegate.db.host",
            "oncegate.db.pool-size",
            "oncegate.operations.*.fingerprint-excludes",
            "oncegate.operations.*.fingerprint-excludes[*]"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oncegate.db.host",
                "ONCEGATE_DB_HOST",
                "ONCEGATE_DB_POOL_SIZE",
                "oncegate.operations.orders.fingerprint-excludes",
                "oncegate.operations.\"or.ders\".fingerprint-excludes",
                "oncegate.operations.orders.fingerprint-excludes[10]",
                "ONCEGATE_OPERATIONS_ORDERS_FINGERPRINT_EXCLUDES",
                "ONCEGATE_OPERATIONS_ORDERS_FINGERPRINT_EXCLUDES_1_",
                "quarkus.http.port",
                "PATH"
            })
    void passesWhatIsReadAndWhatIsNotOurs(String name) {
        assertThat(unknown.among(List.of(name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oncegate.db.hots",
                "oncegate.db.host.x",
                "oncegate.db.poolsize",
                "oncegate.operations.fingerprint-excludes",
                "ONCEGATE_DB_HOTS",
                "ONCEGATE_REDIS_URL"
            })
    void findsWhatNobodyReads(String name) {
        assertThat(unknown.among(List.of(name))).containsExactly(name);
    }
}
