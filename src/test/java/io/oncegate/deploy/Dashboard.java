package io.oncegate.deploy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A dashboard of {@code deploy/grafana}, as Grafana reads it. */
record Dashboard(String file, JsonObject json) {
    private static final Path FOLDER = Path.of("deploy", "grafana", "dashboards");

    /** What a variable asks: which values a label has. */
    private static final Pattern VALUES_OF_A_LABEL = Pattern.compile("label_values\\((.+), (\\w+)\\)");

    /**
     * An expression of PromQL, variables included.
     *
     * @param asker the panel or variable that it is of
     */
    record Query(String asker, String expression) {}

    /** All that ship. */
    static List<Dashboard> all() {
        try (var files = Files.list(FOLDER)) {
            return files.sorted().map(Dashboard::read).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Dashboard read(Path file) {
        try {
            return new Dashboard(file.getFileName().toString(), new JsonObject(Files.readString(file)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String uid() {
        return json.getString("uid");
    }

    String title() {
        return json.getString("title");
    }

    /** The headings of rows included, which show nothing themselves. */
    List<JsonObject> panelsAndRows() {
        return objects(json.getJsonArray("panels")).toList();
    }

    List<JsonObject> panels() {
        return panelsAndRows().stream()
                .filter(panel -> !panel.getString("type").equals("row"))
                .toList();
    }

    List<JsonObject> variables() {
        return objects(json.getJsonObject("templating").getJsonArray("list")).toList();
    }

    /** What its panels ask. */
    List<Query> queries() {
        return panels().stream()
                .flatMap(panel -> objects(panel.getJsonArray("targets"))
                        .map(target -> new Query(panel.getString("title"), target.getString("expr"))))
                .toList();
    }

    /** What its variables ask, as expressions that have a series for each value. */
    List<Query> questionsForValues() {
        return variables().stream()
                .filter(variable -> variable.getString("type").equals("query"))
                .map(variable -> new Query(
                        "$" + variable.getString("name"),
                        expression(variable.getJsonObject("query").getString("query"))))
                .toList();
    }

    private static String expression(String valuesOfALabel) {
        var matcher = VALUES_OF_A_LABEL.matcher(valuesOfALabel);
        if (!matcher.matches()) {
            throw new AssertionError("A variable asks for something else: " + valuesOfALabel);
        }
        return "group by (%s) (%s)".formatted(matcher.group(2), matcher.group(1));
    }

    /** The links of the dashboard itself and of its panels. */
    Stream<String> links() {
        return Stream.concat(Stream.of(json), panels().stream())
                .flatMap(owner -> objects(owner.getJsonArray("links", new JsonArray())))
                .filter(link -> link.containsKey("url"))
                .map(link -> link.getString("url"));
    }

    private static Stream<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast);
    }

    @Override
    public String toString() {
        return file;
    }
}
