package io.oncegate.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import io.oncegate.testsupport.FreePort;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real Prometheus on loopback, with the configuration that ships, which looks once a second and at a test's targets. */
final class Prometheus implements AutoCloseable {
    private static final int MOST_STARTS = 5;
    private static final Duration LONGEST_START = Duration.ofSeconds(60);

    private final ChildProcess process;
    private final URI url;

    private Prometheus(ChildProcess process, int port) {
        this.process = process;
        this.url = URI.create("http://127.0.0.1:" + port);
    }

    /** Returns when it answers; {@code folder} becomes its own. */
    static Prometheus lookingAt(List<URI> managementUrls, Path folder) {
        install(managementUrls, folder);
        for (var start = 1; start <= MOST_STARTS; start++) {
            var port = FreePort.next();
            var process = ChildProcess.start(command(folder, port));
            await().atMost(LONGEST_START).until(() -> !process.isAlive() || isReady(port));
            if (process.isAlive()) {
                return new Prometheus(process, port);
            }
            if (!said(process).contains("address already in use")) {
                throw new AssertionError("Prometheus does not start: " + said(process));
            }
        }
        throw new AssertionError("No port stays free.");
    }

    /** The values of all series that {@code expression} comes to now. */
    List<Double> query(String expression) {
        return objects(get("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8))
                        .getJsonArray("result"))
                .map(series -> Double.valueOf(series.getJsonArray("value").getString(1)))
                .toList();
    }

    /** The names of all metrics that it has stored. */
    Set<String> metrics() {
        return dataOf("/api/v1/label/__name__/values", JsonArray.class).stream()
                .map(String.class::cast)
                .collect(Collectors.toSet());
    }

    /** Each rule with what came of it. */
    List<JsonObject> rules() {
        return objects(get("/api/v1/rules").getJsonArray("groups"))
                .flatMap(group -> objects(group.getJsonArray("rules")))
                .toList();
    }

    /** {@code inactive}, {@code pending} or {@code firing}. */
    String stateOf(String alert) {
        return rules().stream()
                .filter(rule -> rule.getString("name").equals(alert))
                .map(rule -> rule.getString("state"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        process.stop();
    }

    private JsonObject get(String target) {
        return dataOf(target, JsonObject.class);
    }

    private <T> T dataOf(String target, Class<T> type) {
        var answer = RawHttp.exchange(url, RawRequest.of("GET", target));
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
        return type.cast(new JsonObject(answer.text()).getValue("data"));
    }

    private static Stream<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast);
    }

    private static ProcessBuilder command(Path folder, int port) {
        return new ProcessBuilder(
                        ExternalProgram.find("prometheus").toString(),
                        "--config.file=" + folder.resolve("prometheus.yaml"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--log.level=warn")
                .redirectErrorStream(true);
    }

    private static boolean isReady(int port) {
        try {
            return RawHttp.exchange(URI.create("http://127.0.0.1:" + port), RawRequest.of("GET", "/-/ready"))
                            .status()
                    == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private static String said(ChildProcess process) {
        return String.join("\n", process.output().awaitEnd(LONGEST_START));
    }

    private static void install(List<URI> targets, Path folder) {
        var list = targets.stream()
                .map(target -> "          - " + target.getAuthority() + "\n")
                .collect(joining());
        try {
            var text = Files.readString(AlertRules.FOLDER.resolve("prometheus.yaml"));
            text = replaced(text, "(scrape_interval|scrape_timeout|evaluation_interval): \\d+s", "$1: 1s");
            text = replaced(text, "(?<=- targets:\n)(?: +- \\S+\n?)+", list);
            Files.writeString(folder.resolve("prometheus.yaml"), text);
            var rules = Files.createDirectories(folder.resolve("rules"));
            for (var file : AlertRules.paths("rules")) {
                Files.copy(file, rules.resolve(file.getFileName()));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String replaced(String text, String pattern, String by) {
        var changed = text.replaceAll(pattern, by);
        if (changed.equals(text)) {
            throw new AssertionError("The shipped configuration has no " + pattern);
        }
        return changed;
    }
}
