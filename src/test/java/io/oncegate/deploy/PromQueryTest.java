package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.oncegate.deploy.PromQuery.LabelMatcher;
import io.oncegate.deploy.PromQuery.Selector;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromQueryTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '^',
            value = {
                "up; up",
                "a:b:rate5m > 14.4 * 0.001; a:b:rate5m",
                "sum(rate(x_total[5m])) by (account); x_total",
                "sum by (account) (rate(x_total[$__rate_interval])); x_total",
                "histogram_quantile(0.95, sum by (le) (rate(x_bucket{phase=\"roundtrip\"}[5m]))); x_bucket",
                "a / on (uri) group_left (status) b; a b",
                "a and b unless c or d offset 5m; a b c d",
                "label_replace(a, \"to\", \"$1\", \"from\", \"b(.*)\") # not c; a",
                "max_over_time(a[1h:1m] @ end()) == bool 1e3; a",
                "topk(3, a{x=~\"${list:regex}\"}) - 0x1F; a",
                "count(up{job=\"a}b\"} == 1); up",
            })
    void findsWhatIsRead(String expression, String metrics) {
        assertThat(PromQuery.parse(expression).selectors())
                .extracting(Selector::metric)
                .containsExactly(metrics.split(" "));
    }

    @Test
    void findsMatchersAndGrouping() {
        var query = PromQuery.parse("""
                sum by (account, outcome) (rate(calls_total{outcome=~"a|b\\\\{", account!='x}',}[5m]))
                  / ignoring (outcome) other{}""");

        assertThat(query.grouping()).containsExactlyInAnyOrder("account", "outcome");
        assertThat(matchers(query))
                .containsOnly(entry("calls_total outcome", "=~a|b\\\\{"), entry("calls_total account", "!=x}"));
    }

    @Test
    void aSelectorWithoutANameIsOne() {
        assertThat(PromQuery.parse("{job=\"a\"}").selectors())
                .containsExactly(new Selector("", List.of(new LabelMatcher("job", "=", "a"))));
    }

    private static Map<String, String> matchers(PromQuery query) {
        return query.selectors().stream()
                .flatMap(selector -> selector.matchers().stream()
                        .map(matcher -> Map.entry(
                                selector.metric() + " " + matcher.label(), matcher.operator() + matcher.value())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
