package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceLaunch;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the dashboards ask for is what a running service tells, and all of it that is ours. */
class DashboardQueriesIT {
    private static final String RECIPIENT = "ONCEGATE_RATE_LIMIT_POLICIES_RECIPIENT_";
    private static final String PART_OF_A_TIMER = "_(?:bucket|count|sum|max)$";

    private static BusyInstance busy;
    private static ExportedMetrics exported;

    @BeforeAll
    static void start() {
        busy = BusyInstance.start(launch -> launch
                // The only message to somebody is near the limit already.
                .with(RECIPIENT + "CAPACITY", "1")
                .with(RECIPIENT + "REFILL", "1/d")
                // What capacity is needed is told of limits that are on trial.
                .withProperty("oncegate.rate-limit.policies.tenant.mode", "shadow"));
        order();
        switchARouteOff();
        exported = ExportedMetrics.of(busy.service());
    }

    @AfterAll
    static void stop() {
        if (busy != null) {
            busy.close();
        }
    }

    private static void order() {
        var key = Merchant.newKey();
        for (var time = 0; time < 2; time++) {
            var answer = busy.merchant().post("/v1/orders", key, """
                    {"user_id": "u", "amount": 1, "currency": "EUR"}""");
            assertThat(answer.status()).as(answer::text).isEqualTo(201);
        }
    }

    private static void switchARouteOff() {
        switchProfileTo("emergency");
        var answer = busy.merchant().get("/v1/orders/export");
        assertThat(answer.status()).as(answer::text).isEqualTo(503);
        switchProfileTo("normal");
    }

    private static void switchProfileTo(String profile) {
        var answer = RawHttp.exchange(
                busy.service().url(),
                RawRequest.of("PUT", "/admin/v1/profile")
                        .header("X-Api-Key", ServiceLaunch.OPERATOR_KEY)
                        .header("Content-Type", "application/json")
                        .body("{\"profile\":\"%s\"}".formatted(profile)));
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
    }

    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyQueryReadsWhatIsExported(Dashboard dashboard) {
        assertThat(problems(dashboard)).isEmpty();
    }

    private static List<String> problems(Dashboard dashboard) {
        return Stream.concat(dashboard.queries().stream(), dashboard.questionsForValues().stream())
                .flatMap(query -> exported.problemsOf(query.expression()).stream()
                        .map(problem -> "%s, %s: %s".formatted(dashboard, query.asker(), problem)))
                .toList();
    }

    @Test
    void everyMetricOfOursIsOnAPanel() {
        var shown = Dashboard.all().stream()
                .flatMap(dashboard -> dashboard.queries().stream())
                .flatMap(query -> PromQuery.parse(query.expression()).selectors().stream())
                .map(selector -> meter(selector.metric()))
                .collect(Collectors.toSet());

        assertThat(exported.names())
                .filteredOn(name -> name.startsWith("oncegate_"))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(meter(name)).isIn(shown));
    }

    private static String meter(String name) {
        return name.replaceFirst(PART_OF_A_TIMER, "");
    }
}
