package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.deploy.AlertRules.Rule;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A metric that nobody exports is an alert that never fires. */
class AlertQueriesIT {
    private static ExportedMetrics exported;

    @BeforeAll
    static void scrape() {
        try (var busy = BusyInstance.start(UnaryOperator.identity())) {
            exported = ExportedMetrics.of(busy.service());
        }
    }

    static List<Rule> rules() {
        return AlertRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void readsWhatIsExported(Rule rule) {
        assertThat(exported.and(AlertRules.recorded()).problemsOf(rule.expression()))
                .isEmpty();
    }
}
