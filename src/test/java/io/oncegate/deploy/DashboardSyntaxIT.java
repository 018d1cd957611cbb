package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus' own program can read every query. */
@Tag("external")
class DashboardSyntaxIT {

    @TempDir
    private Path folder;

    /** It checks rules: so each query becomes one, and a JSON document is a YAML document too. */
    @Test
    void everyQueryIsPromQl() throws IOException {
        var queries = Dashboard.all().stream()
                .flatMap(dashboard -> dashboard.queries().stream())
                .toList();
        var rules = new ArrayList<JsonObject>();
        for (var query : queries) {
            var expression =
                    query.expression().replace("$__rate_interval", "1m").replaceAll("\\$\\w+", "any");
            rules.add(JsonObject.of("record", "query:" + rules.size(), "expr", expression));
        }
        var group = JsonObject.of("name", "dashboards", "rules", new JsonArray(rules));
        var file = Files.writeString(
                folder.resolve("rules.yaml"),
                JsonObject.of("groups", JsonArray.of(group)).encodePrettily());

        var promtool = ChildProcess.start(
                new ProcessBuilder(ExternalProgram.find("promtool").toString(), "check", "rules", file.toString())
                        .redirectErrorStream(true));

        assertThat(promtool.awaitExit())
                .as(() -> String.join(System.lineSeparator(), promtool.output().lines()))
                .isZero();
        assertThat(promtool.output().lines()).anyMatch(line -> line.contains(rules.size() + " rules found"));
    }
}
