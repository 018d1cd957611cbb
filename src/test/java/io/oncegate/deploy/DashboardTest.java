package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboards hold together: whoever opens one finds each panel explained, and each link leads somewhere. */
class DashboardTest {
    private static final int COLUMNS = 24;
    private static final String EXPLANATION = ".+\\. Normal: .+\\. If not: .+\\.";
    private static final Set<String> UNITS = Set.of("none", "s", "percentunit", "reqps", "ops");
    private static final JsonObject CHOSEN = JsonObject.of("type", "prometheus", "uid", "${datasource}");
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)(?::\\w+)?}|(\\w+))");
    private static final Pattern OTHER_DASHBOARD = Pattern.compile("/d/([\\w-]+)\\?.*");
    private static final String RUNBOOK = "${runbook}";

    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @Test
    void fiveOfThemShip() {
        assertThat(dashboards())
                .extracting(Dashboard::file)
                .containsExactly(
                        "idempotency.json",
                        "limits-and-overload.json",
                        "overview.json",
                        "payments-and-messages.json",
                        "webhooks.json");
    }

    @Test
    void noTwoAreTakenForEachOther() {
        assertThat(dashboards()).extracting(Dashboard::uid).doesNotHaveDuplicates();
        assertThat(dashboards()).extracting(Dashboard::title).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void noTwoPanelsAreTakenForEachOther(Dashboard dashboard) {
        assertThat(dashboard.panelsAndRows())
                .extracting(panel -> panel.getInteger("id"))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(dashboard.panels())
                .extracting(panel -> panel.getString("title"))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyPanelSaysWhatIsNormalAndWhatToDoIfItIsNot(Dashboard dashboard) {
        assertThat(titles(dashboard, panel -> !panel.getString("description").matches(EXPLANATION)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyPanelHasAUnit(Dashboard dashboard) {
        assertThat(titles(dashboard, panel -> !UNITS.contains(unit(panel)))).isEmpty();
    }

    private static String unit(JsonObject panel) {
        return panel.getJsonObject("fieldConfig").getJsonObject("defaults").getString("unit", "");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyPanelAsksTheDataSourceThatWasChosen(Dashboard dashboard) {
        assertThat(dashboard.variables())
                .filteredOn(variable -> variable.getString("name").equals("datasource"))
                .singleElement()
                .matches(variable -> variable.getString("type").equals("datasource"))
                .matches(variable -> variable.getString("query").equals("prometheus"));
        assertThat(titles(dashboard, panel -> !CHOSEN.equals(panel.getJsonObject("datasource"))))
                .isEmpty();
    }

    private static List<String> titles(Dashboard dashboard, Predicate<JsonObject> which) {
        return dashboard.panels().stream()
                .filter(which)
                .map(panel -> panel.getString("title"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void noPanelLiesOnAnother(Dashboard dashboard) {
        var places = dashboard.panelsAndRows().stream()
                .flatMap(panel -> places(panel.getJsonObject("gridPos")))
                .toList();

        assertThat(places)
                .doesNotHaveDuplicates()
                .allSatisfy(place -> assertThat(place.column()).isBetween(0, COLUMNS - 1));
    }

    private record Place(int column, int line) {}

    private static Stream<Place> places(JsonObject position) {
        var columns = position.getInteger("w");
        return Stream.iterate(0, cell -> cell < columns * position.getInteger("h"), cell -> cell + 1)
                .map(cell -> new Place(
                        position.getInteger("x") + cell % columns, position.getInteger("y") + cell / columns));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyVariableIsDefinedAndUsed(Dashboard dashboard) {
        var defined = dashboard.variables().stream()
                .map(variable -> variable.getString("name"))
                .collect(Collectors.toSet());

        var used = VARIABLE.matcher(dashboard.json().encode())
                .results()
                .map(variable -> variable.group(1) == null ? variable.group(2) : variable.group(1))
                .filter(name -> !name.startsWith("__"))
                .collect(Collectors.toSet());

        assertThat(used).isEqualTo(defined);
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyLinkLeadsSomewhere(Dashboard dashboard) {
        var known = new TreeSet<String>(Set.of(RUNBOOK));
        dashboards().forEach(other -> known.add(other.uid()));
        Runbook.read().sections().keySet().forEach(anchor -> known.add(RUNBOOK + "#" + anchor));

        assertThat(dashboard.links())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(OTHER_DASHBOARD.matcher(link).replaceFirst("$1"))
                        .isIn(known));
    }
}
