package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.deploy.AlertRules.Expectation;
import io.oncegate.deploy.AlertRules.Rule;
import io.oncegate.deploy.PromQuery.LabelMatcher;
import io.oncegate.deploy.PromQuery.Selector;
import io.oncegate.house.Readme;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What whoever is called by an alert needs, and what keeps an alert from being wrong without anybody noticing. */
class AlertRulesTest {
    private static final String RUNBOOK = "{{ $externalLabels.runbook }}#";
    private static final Pattern ALERT = Pattern.compile("\\bOncegate[A-Z]\\w+");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** Each instance tells these of all instances. */
    private static final Pattern ADDED_UP =
            Pattern.compile("\\b(?:sum|avg|count)\\b[^()]*(?:\\([^()]*\\))?\\s*\\((?:\\w+\\()?"
                    + "\\s*oncegate_(?:payments_open|messages_depth|messages_oldest|messages_queue_fill|webhooks_depth"
                    + "|webhooks_oldest|idempotency_inprogress|idempotency_expired)");

    static List<Rule> alerts() {
        return AlertRules.alerts();
    }

    static List<Rule> rules() {
        return AlertRules.all();
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void saysWhatIsWrongAndHowBadItIs(Rule alert) {
        assertThat(alert.name()).matches("Oncegate[A-Z]\\w+");
        assertThat(alert.severity()).isIn("page", "ticket");
        assertThat(alert.lasting()).matches("[1-9]\\d*[mh]");
        assertThat(alert.annotation("summary")).endsWith(".").doesNotContain("{{");
        assertThat(alert.annotation("description")).endsWith(".");
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void leadsToTheRunbookWhereItIsSpokenOf(Rule alert) {
        var link = alert.annotation("runbook_url");

        assertThat(link).startsWith(RUNBOOK);
        assertThat(Runbook.read().sections())
                .hasEntrySatisfying(
                        link.substring(RUNBOOK.length()),
                        section -> assertThat(section).contains("`" + alert.name() + "`"));
    }

    @Test
    void theRunbookSpeaksOfNoOther() {
        var spokenOf = ALERT.matcher(Runbook.read().text()).results().map(MatchResult::group);

        assertThat(spokenOf).isSubsetOf(alerts().stream().map(Rule::name).toList());
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void isFiredAndKeptSilentByATest(Rule alert) {
        assertThat(AlertRules.expectations())
                .contains(new Expectation(alert.name(), true), new Expectation(alert.name(), false));
    }

    @Test
    void eachNameStandsForOneAlert() {
        assertThat(alerts()).isNotEmpty().extracting(Rule::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void doesNotAddWhatEachInstanceTellsOfAll(Rule rule) {
        assertThat(rule.expression()).doesNotContainPattern(ADDED_UP);
    }

    @Test
    void addingUpWouldBeSeen() {
        assertThat("sum by (state) (oncegate_messages_depth)").containsPattern(ADDED_UP);
        assertThat("sum(delta(oncegate_payments_open[5m]))").containsPattern(ADDED_UP);
        assertThat("max by (state) (oncegate_messages_depth)").doesNotContainPattern(ADDED_UP);
    }

    /** A slip in a label's value would be silence for ever. */
    @ParameterizedTest
    @MethodSource("rules")
    void asksForValuesThatThereAre(Rule rule) throws IOException {
        var known = wordsOfTheMetricsTable();

        assertThat(PromQuery.parse(rule.expression()).selectors().stream()
                        .filter(selector -> selector.metric().startsWith("oncegate_"))
                        .flatMap(AlertRulesTest::values))
                .isSubsetOf(known);
    }

    private static Stream<String> values(Selector selector) {
        return selector.matchers().stream().map(LabelMatcher::value).flatMap(value -> Stream.of(value.split("\\|")));
    }

    private static Set<String> wordsOfTheMetricsTable() throws IOException {
        var heading = Readme.text()
                .lines()
                .filter(line -> line.startsWith("**Metrics**"))
                .findFirst()
                .orElseThrow();
        return Readme.table(heading).stream()
                .flatMap(List::stream)
                .flatMap(cell -> QUOTED.matcher(cell).results())
                .map(quoted -> quoted.group(1))
                .collect(Collectors.toSet());
    }
}
