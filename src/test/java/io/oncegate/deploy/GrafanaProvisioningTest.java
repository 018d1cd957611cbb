package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.oncegate.house.Readme;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What Grafana is told at its start goes with what else ships. */
class GrafanaProvisioningTest {
    private static final Path DEPLOY = Path.of("deploy");
    private static final Path PROVISIONING = DEPLOY.resolve("grafana").resolve("provisioning");

    /** Rates over fewer than two looks show nothing. */
    @Test
    void knowsHowOftenPrometheusLooks() throws IOException {
        var source = read(PROVISIONING.resolve("datasources").resolve("prometheus.yaml"))
                .at("/datasources/0");
        var prometheus = read(DEPLOY.resolve("prometheus").resolve("prometheus.yaml"));

        assertThat(source.at("/type").asText()).isEqualTo("prometheus");
        assertThat(source.at("/jsonData/timeInterval").asText())
                .isNotEmpty()
                .isEqualTo(prometheus.at("/global/scrape_interval").asText());
    }

    @Test
    void findsTheDashboardsWhereTheFirstPageSays() throws IOException {
        var path = read(PROVISIONING.resolve("dashboards").resolve("oncegate.yaml"))
                .at("/providers/0/options/path")
                .asText();

        assertThat(path).isNotEmpty();
        assertThat(Readme.text()).contains("the files at `" + path + "`");
    }

    private static JsonNode read(Path file) throws IOException {
        return new YAMLMapper().readTree(file.toFile());
    }
}
