package io.oncegate.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;

/** What the service says of its API. */
public final class Description {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "options", "head", "patch");

    private final JsonNode root;

    private Description(JsonNode root) {
        this.root = root;
    }

    /** As it is written. */
    public static Description written() {
        try (var file = Objects.requireNonNull(Description.class.getResourceAsStream("/META-INF/openapi.yaml"))) {
            return new Description(new YAMLMapper().readTree(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** As an instance tells it. */
    static Description toldBy(Merchant merchant) {
        try {
            return new Description(new ObjectMapper()
                    .readTree(merchant.get("/q/openapi?format=json").text()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One operation of the API. */
    record Operation(String method, String path, JsonNode node) {

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** One body that somebody may send or get, with an example of it. */
    record Example(String name, JsonNode schema, JsonNode value) {

        @Override
        public String toString() {
            return name;
        }
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (Entry<String, JsonNode> path : root.path("paths").properties()) {
            for (Entry<String, JsonNode> member : path.getValue().properties()) {
                if (METHODS.contains(member.getKey())) {
                    operations.add(
                            new Operation(member.getKey().toUpperCase(Locale.ROOT), path.getKey(), member.getValue()));
                }
            }
        }
        return operations;
    }

    Operation operation(String id) {
        return operations().stream()
                .filter(operation ->
                        operation.node().path("operationId").asText().equals(id))
                .findFirst()
                .orElseThrow();
    }

    List<JsonNode> parameters(Operation operation) {
        List<JsonNode> parameters = new ArrayList<>();
        operation.node().path("parameters").forEach(parameter -> parameters.add(resolve(parameter)));
        return parameters;
    }

    /** Of the request. */
    List<Example> requestExamples(Operation operation) {
        return examples(operation + " takes", resolve(operation.node().path("requestBody")));
    }

    /** Of the answers with this status. */
    List<Example> answerExamples(Operation operation, String status) {
        return examples(
                operation + " answers " + status,
                resolve(operation.node().path("responses").path(status)));
    }

    /** What is wrong with a value where a schema of this name is asked for. */
    public List<String> violations(String schema, JsonNode value) {
        return violations(root.at("/components/schemas/" + schema), value);
    }

    /** What is wrong with a value of a parameter that operations share. */
    public List<String> violationsOfParameter(String name, String value) {
        return violations(root.at("/components/parameters/" + name + "/schema"), TextNode.valueOf(value));
    }

    List<String> violations(JsonNode schema, JsonNode value) {
        return JsonSchema.violations(this, schema, value);
    }

    /** What a reference leads to; anything else itself. */
    JsonNode resolve(JsonNode node) {
        JsonNode reference = node.get("$ref");
        if (reference == null) {
            return node;
        }
        JsonNode found = root.at(reference.textValue().substring(1));
        if (found.isMissingNode()) {
            throw new AssertionError("The description leads nowhere: " + reference);
        }
        return resolve(found);
    }

    /** Every reference in it. */
    List<String> references() {
        return root.findValuesAsText("$ref");
    }

    JsonNode root() {
        return root;
    }

    private List<Example> examples(String name, JsonNode withContent) {
        List<Example> examples = new ArrayList<>();
        for (Entry<String, JsonNode> content : withContent.path("content").properties()) {
            JsonNode schema = content.getValue().path("schema");
            content.getValue()
                    .path("examples")
                    .properties()
                    .forEach(example -> examples.add(new Example(
                            name + " " + example.getKey(),
                            schema,
                            resolve(example.getValue()).path("value"))));
        }
        return examples;
    }
}
