package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.deploy.Dashboard.Query;
import io.oncegate.deploy.PromQuery.LabelMatcher;
import io.oncegate.deploy.PromQuery.Selector;
import io.oncegate.house.Readme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the dashboards ask, held against what the first page says of each metric. */
class DashboardQueriesTest {
    private static final String OURS = "oncegate_";
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** Each instance tells these of all instances. */
    private static final Pattern OF_ALL_TOGETHER = Pattern.compile(
            "oncegate_(?:payments_open|messages_depth|messages_oldest|messages_queue_fill|webhooks_depth|webhooks_oldest"
                    + "|idempotency_inprogress|idempotency_expired)\\w*");

    private static final Pattern LARGEST = Pattern.compile("\\bmax(?: by \\(\\w+\\) )?\\($");
    private static final Pattern RATE_OF_A_FIXED_TIME = Pattern.compile("\\brate\\([^\\[]*\\[(?!\\$__rate_interval])");

    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void askForOneJobOfThoseThatAPrometheusMayHave(Dashboard dashboard) {
        assertThat(selectors(dashboard))
                .isNotEmpty()
                .allSatisfy(selector -> assertThat(selector.matchers()).contains(new LabelMatcher("job", "=", "$job")));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void followTheIntervalThatIsLookedAt(Dashboard dashboard) {
        assertThat(dashboard.queries())
                .extracting(Query::expression)
                .isNotEmpty()
                .noneMatch(
                        expression -> RATE_OF_A_FIXED_TIME.matcher(expression).find());
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void doNotAddWhatEachInstanceTellsOfAll(Dashboard dashboard) {
        assertThat(dashboard.queries())
                .extracting(Query::expression)
                .noneMatch(expression -> OF_ALL_TOGETHER
                        .matcher(expression)
                        .results()
                        .anyMatch(metric -> !LARGEST.matcher(expression.substring(0, metric.start()))
                                .find()));
    }

    /** A slip in a label's value would show nothing for ever, and look like peace. */
    @ParameterizedTest
    @MethodSource("dashboards")
    void askForValuesThatThereAre(Dashboard dashboard) throws IOException {
        var known = rows().flatMap(List::stream)
                .flatMap(DashboardQueriesTest::words)
                .collect(Collectors.toSet());

        assertThat(selectors(dashboard).stream()
                        .filter(selector -> selector.metric().startsWith(OURS))
                        .flatMap(DashboardQueriesTest::values))
                .isNotEmpty()
                .isSubsetOf(known);
    }

    private static List<Selector> selectors(Dashboard dashboard) {
        return dashboard.queries().stream()
                .flatMap(query -> PromQuery.parse(query.expression()).selectors().stream())
                .toList();
    }

    /** Those of tasks stand elsewhere, and not all of them are fixed. */
    private static Stream<String> values(Selector selector) {
        return selector.matchers().stream()
                .filter(matcher ->
                        !matcher.label().equals("task") && !matcher.value().startsWith("$"))
                .flatMap(matcher -> Stream.of(matcher.value().split("\\|")));
    }

    @Test
    void everyMetricOfOursIsOnAPanel() throws IOException {
        var shown = dashboards().stream()
                .flatMap(dashboard -> selectors(dashboard).stream())
                .map(Selector::metric)
                .collect(Collectors.toSet());

        var missing = rows().flatMap(row -> missing(row.get(0), shown)).toList();

        assertThat(missing).isEmpty();
    }

    private static Stream<List<String>> rows() throws IOException {
        var heading = Readme.text()
                .lines()
                .filter(line -> line.startsWith("**Metrics**"))
                .findFirst()
                .orElseThrow();
        return Readme.table(heading).stream().filter(row -> row.get(0).startsWith("`" + OURS));
    }

    /** What {@code cell} names and no panel shows; a name that begins with an underscore goes on with the one before. */
    private static Stream<String> missing(String cell, Set<String> shown) {
        var missing = new ArrayList<String>();
        var before = "";
        for (var word : words(cell).toList()) {
            var name = word.replaceFirst("\\{.*", "").replaceFirst("_\\*$", "");
            if (!isShown(name.startsWith(OURS) ? List.of(name) : continued(before, name), shown)) {
                missing.add(word);
            }
            before = name.startsWith(OURS) ? name : before;
        }
        return missing.stream();
    }

    private static List<String> continued(String before, String end) {
        return Pattern.compile("(?=_)|$")
                .matcher(before)
                .results()
                .map(MatchResult::start)
                .map(cut -> before.substring(0, cut) + end)
                .toList();
    }

    /** Of what has buckets these are shown, of what has none the mean. */
    private static boolean isShown(List<String> names, Set<String> shown) {
        return names.stream()
                .flatMap(name -> Stream.of(name, name + "_bucket", name + "_sum"))
                .anyMatch(shown::contains);
    }

    private static Stream<String> words(String text) {
        return QUOTED.matcher(text).results().map(quoted -> quoted.group(1));
    }
}
