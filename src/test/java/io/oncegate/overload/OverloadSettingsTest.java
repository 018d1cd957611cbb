package io.oncegate.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.phase.DatabaseConfig;
import io.oncegate.request.TestRoutes;
import io.oncegate.testsupport.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverloadSettingsTest {

    @Test
    void whatShipsIsSound() {
        assertThat(complaints(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            permits.ceiling                   | 73                  | oncegate.db.pool-size
            permits.ceiling                   | 0                   | oncegate.db.pool-size
            permits.ceiling                   | 7                   | oncegate.overload.permits.floor
            classes.low                       | POST /v1/orders     | both name
            classes.critical                  | /v1/orders          | must name routes as
            profiles.normal.disabled-routes   | GET /admin/v1/audit | must not name the operators' routes
            profiles.degraded.disabled-routes | everything          | must name routes as
            automatic.better-below            | 80                  | must be less than
            automatic.dwell                   | 500ms               | from 1 s to 1 day
            """)
    void whatIsWrongIsSaidInASentenceThatNamesTheSetting(String setting, String value, String sentence) {
        assertThat(complaints(Map.of("oncegate.overload." + setting, value)))
                .singleElement()
                .asString()
                .contains("oncegate.overload." + setting)
                .contains(sentence)
                .endsWith(".");
    }

    /** Two versions share their settings while a deployment rolls. */
    @Test
    void aRouteThatThisVersionDoesNotHaveEndsNoStart() {
        assertThat(complaints(Map.of("oncegate.overload.profiles.degraded.disabled-routes", "GET /v1/later")))
                .isEmpty();
    }

    private static List<String> complaints(Map<String, String> given) {
        return new OverloadSettings(
                        Settings.of(OverloadConfig.class, given), Settings.of(DatabaseConfig.class), TestRoutes.all())
                .complaints();
    }
}
