package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExportedMetricsTest {
    private final ExportedMetrics metrics = ExportedMetrics.in("""
            # HELP calls_total of "x" {y}
            # TYPE calls_total counter
            calls_total{account="a}, b=\\"c\\"",outcome="d"} 1.0
            calls_total{account="e",outcome="f",extra="g"} NaN
            seconds_bucket{le="+Inf"} 2 # {trace_id="t"} 0.1
            seconds_bucket{le="0.1"} 2
            depth 3.0E-4
            """);

    @Test
    void knowsNamesAndLabels() {
        assertThat(metrics.names()).containsExactly("calls_total", "depth", "seconds_bucket", "up");
        assertThat(metrics.problemsOf("sum by (outcome, job) (calls_total{account=\"x\", extra=\"\"})"))
                .isEmpty();
        assertThat(metrics.problemsOf("depth > 0 and on (instance) up{job=\"oncegate\"} == 1"))
                .isEmpty();
        assertThat(metrics.problemsOf("seconds_bucket{le=\"0.1\"}")).isEmpty();
    }

    @Test
    void tellsWhatIsNotExported() {
        assertThat(metrics.problemsOf("rate(calls[5m])")).containsExactly("There is no metric \"calls\".");
        assertThat(metrics.problemsOf("calls_total{b=\"c\"}")).containsExactly("calls_total has no label \"b\".");
        assertThat(metrics.problemsOf("sum by (account) (depth)"))
                .containsExactly("Nothing in it has a label \"account\" to group by.");
        assertThat(metrics.problemsOf("vector(1)")).containsExactly("It reads no metric.");
    }

    @Test
    void whatRulesMakeIsKnownWithAnyLabel() {
        assertThat(metrics.and(List.of("calls:rate5m")).problemsOf("max by (account) (calls:rate5m{x=\"y\"}) / depth"))
                .isEmpty();
    }
}
