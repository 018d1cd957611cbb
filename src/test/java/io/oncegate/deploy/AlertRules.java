package io.oncegate.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The rules for Prometheus that ship, and what promtool is to find out about them. */
final class AlertRules {
    static final Path FOLDER = Path.of("deploy", "prometheus");

    private static final YAMLMapper YAML = new YAMLMapper();

    private AlertRules() {}

    /**
     * One rule: an alert, or a series that is recorded.
     *
     * @param name the alert's, or the series'
     */
    record Rule(String name, JsonNode node) {
        boolean isAlert() {
            return node.has("alert");
        }

        String expression() {
            return node.path("expr").asText();
        }

        String lasting() {
            return node.path("for").asText();
        }

        String severity() {
            return node.path("labels").path("severity").asText();
        }

        String annotation(String key) {
            return node.path("annotations").path(key).asText();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** What promtool expects of an alert at one moment of a test. */
    record Expectation(String alert, boolean fires) {}

    static List<Rule> all() {
        return files("rules").stream()
                .flatMap(file -> elements(file.path("groups")))
                .flatMap(group -> elements(group.path("rules")))
                .map(rule ->
                        new Rule(rule.path("alert").asText(rule.path("record").asText()), rule))
                .toList();
    }

    static List<Rule> alerts() {
        return all().stream().filter(Rule::isAlert).toList();
    }

    /** The names of the series that rules make. */
    static List<String> recorded() {
        return all().stream()
                .filter(Predicate.not(Rule::isAlert))
                .map(Rule::name)
                .distinct()
                .toList();
    }

    static List<Expectation> expectations() {
        return files("tests").stream()
                .flatMap(file -> elements(file.path("tests")))
                .flatMap(test -> elements(test.path("alert_rule_test")))
                .map(moment -> new Expectation(
                        moment.path("alertname").asText(),
                        !moment.path("exp_alerts").isEmpty()))
                .toList();
    }

    /** The files of {@code folder}, in the order of their names. */
    static List<Path> paths(String folder) {
        try (var files = Files.list(FOLDER.resolve(folder))) {
            return files.sorted().toList();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static List<JsonNode> files(String folder) {
        return paths(folder).stream().map(AlertRules::read).toList();
    }

    private static JsonNode read(Path file) {
        try {
            return YAML.readTree(file.toFile());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
