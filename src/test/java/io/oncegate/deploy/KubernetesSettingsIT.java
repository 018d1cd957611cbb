package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged service starts with what an overlay tells it, in production, and knows all of it. */
class KubernetesSettingsIT {

    @ParameterizedTest
    @ValueSource(strings = {"dev", "production", "redis-cluster"})
    void theServiceTakesWhatItIsGiven(String overlay) {
        var database = TestServers.shared().freshDatabase();
        var launch = ServiceLaunch.on(database);
        Manifests.ofSources(overlay).environment().forEach((name, value) -> {
            var unused = launch.with(name, value.replace("$(REDIS_PASSWORD)", "letters1"));
        });
        // The servers are the tests' own, and nobody balances load.
        var unused = launch.with("ONCEGATE_DB_HOST", database.host())
                .with("ONCEGATE_DB_NAME", database.name())
                .with("ONCEGATE_DB_USER", database.user())
                .with("ONCEGATE_DB_PASSWORD", database.password())
                .with("ONCEGATE_DRAIN_DELAY", "0s");

        try (var service = launch.start()) {
            assertThat(service.log().lines()).noneMatch(line -> line.contains("has no setting of that name"));
        }
    }
}
