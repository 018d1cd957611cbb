package io.oncegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.oncegate.phase.DatabaseConfig;
import io.oncegate.testsupport.Settings;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValidationException.Problem;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartRefusalTest {

    @ConfigMapping(prefix = "oncegate.test")
    interface Required {
        String name();
    }

    @Test
    void saysWhichSettingsCannotBeRead() {
        Throwable failure = catchThrowable(() -> Settings.of(
                DatabaseConfig.class,
                Map.of("oncegate.db.port", "x", "oncegate.db.statement-timeout", "2 fortnights")));

        assertThat(StartRefusal.sentences(new IllegalStateException(failure)))
                .contains(List.of(
                        "oncegate.db.port (ONCEGATE_DB_PORT) cannot be read:"
                                + " \"x\" is not a value that it can take.",
                        "oncegate.db.statement-timeout (ONCEGATE_DB_STATEMENT_TIMEOUT) cannot be read:"
                                + " \"2 fortnights\" is not a value that it can take."));
    }

    @Test
    void saysWhichSettingIsMissing() {
        Throwable failure = catchThrowable(() -> Settings.of(Required.class, Map.of()));

        assertThat(StartRefusal.sentences(failure))
                .contains(List.of("oncegate.test.name (ONCEGATE_TEST_NAME) is not set."));
    }

    @Test
    void saysWhichSettingIsOutOfRange() {
        ConfigValidationException failure = new ConfigValidationException(
                new Problem[] {new Problem("oncegate.db.pool-size must be greater than or equal to 1")});

        assertThat(StartRefusal.sentences(failure))
                .contains(List.of("oncegate.db.pool-size (ONCEGATE_DB_POOL_SIZE) must be greater than or equal to 1."));
    }

    @Test
    void saysWhichPortIsTaken() {
        QuarkusBindException failure = new QuarkusBindException("0.0.0.0", 8080, new BindException());

        assertThat(StartRefusal.sentences(failure))
                .contains(List.of("Port 8080 is in use by another process: free it,"
                        + " or set QUARKUS_HTTP_PORT or QUARKUS_MANAGEMENT_PORT."));
    }

    @Test
    void repeatsTheSentencesOfTheStart() {
        ConfigurationException failure = new ConfigurationException("One.\nTwo.");

        assertThat(StartRefusal.sentences(new RuntimeException(failure))).contains(List.of("One.", "Two."));
    }

    @Test
    void endsASentenceOnce() {
        ConfigurationException failure = new ConfigurationException("oncegate.test.name must be short.");

        assertThat(StartRefusal.sentences(failure))
                .contains(List.of("oncegate.test.name (ONCEGATE_TEST_NAME) must be short."));
    }

    @Test
    void hasNoWordsForABug() {
        assertThat(StartRefusal.sentences(new IllegalStateException(new IOException("disk"))))
                .isEmpty();
    }
}
