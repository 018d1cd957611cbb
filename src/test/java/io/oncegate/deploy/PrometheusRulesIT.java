package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Prometheus' own tool says of the files: that they are valid, and that each alert fires when it should. */
@Tag("external")
class PrometheusRulesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void theRulesAreValid() {
        assertPasses(List.of("check", "rules", "--lint=all", "--lint-fatal"), AlertRules.paths("rules"));
    }

    @Test
    void theConfigurationIsValid() {
        assertPasses(List.of("check", "config"), List.of(AlertRules.FOLDER.resolve("prometheus.yaml")));
    }

    static List<Path> tests() {
        return AlertRules.paths("tests");
    }

    @ParameterizedTest
    @MethodSource("tests")
    void eachAlertFiresWhenItShouldAndOnlyThen(Path test) {
        assertPasses(List.of("test", "rules"), List.of(test));
    }

    private static void assertPasses(List<String> verb, List<Path> files) {
        var command = new ArrayList<>(List.of(ExternalProgram.find("promtool").toString()));
        command.addAll(verb);
        files.stream().map(Path::toString).forEach(command::add);
        try (var promtool = ChildProcess.start(new ProcessBuilder(command).redirectErrorStream(true))) {
            var exitCode = promtool.awaitExit();
            assertThat(exitCode)
                    .as(() -> String.join("\n", promtool.output().awaitEnd(PATIENCE)))
                    .isZero();
        }
    }
}
