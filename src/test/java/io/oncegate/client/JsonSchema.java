package io.oncegate.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * As much of JSON Schema (draft 2020-12) as the description of the API uses; a word that is not known here fails, so
 * that nothing is passed over. Numbers count as integers only when they are written so.
 */
public final class JsonSchema {

    /** Words that refuse nothing. */
    private static final Set<String> SILENT = Set.of("description", "default", "format", "example", "examples");

    private final Description document;
    private final List<String> violations = new ArrayList<>();

    private JsonSchema(Description document) {
        this.document = document;
    }

    /** What {@code value} breaks of {@code schema}; empty when nothing. */
    static List<String> violations(Description document, JsonNode schema, JsonNode value) {
        JsonSchema check = new JsonSchema(document);
        check.check(schema, value, "");
        return check.violations;
    }

    private void check(JsonNode reference, JsonNode value, String at) {
        JsonNode schema = document.resolve(reference);
        for (Entry<String, JsonNode> rule : schema.properties()) {
            if (!SILENT.contains(rule.getKey()) && !holds(rule.getKey(), rule.getValue(), value, at, schema)) {
                violations.add(at + " breaks " + rule.getKey() + " " + rule.getValue());
            }
        }
    }

    private boolean holds(String word, JsonNode rule, JsonNode value, String at, JsonNode schema) {
        return switch (word) {
            case "type" -> all(rule).stream().anyMatch(type -> isOf(type.textValue(), value));
            case "enum" -> all(rule).contains(value);
            case "minimum" -> !value.isNumber() || value.decimalValue().compareTo(rule.decimalValue()) >= 0;
            case "maximum" -> !value.isNumber() || value.decimalValue().compareTo(rule.decimalValue()) <= 0;
            case "minLength" -> !value.isTextual() || length(value) >= rule.intValue();
            case "maxLength" -> !value.isTextual() || length(value) <= rule.intValue();
            case "pattern" ->
                !value.isTextual()
                        || Pattern.compile(rule.textValue())
                                .matcher(value.textValue())
                                .find();
            case "maxItems" -> !value.isArray() || value.size() <= rule.intValue();
            case "maxProperties" -> !value.isObject() || value.size() <= rule.intValue();
            case "required" -> !value.isObject() || all(rule).stream().allMatch(name -> value.has(name.textValue()));
            case "items" -> eachItem(rule, value, at);
            case "properties" -> eachProperty(rule, value, at);
            case "additionalProperties" -> eachOther(rule, value, at, schema.path("properties"));
            default -> throw new AssertionError("The description uses a word that is not known here: " + word);
        };
    }

    private boolean eachItem(JsonNode rule, JsonNode value, String at) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                check(rule, value.get(i), at + "/" + i);
            }
        }
        return true;
    }

    private boolean eachProperty(JsonNode rule, JsonNode value, String at) {
        if (value.isObject()) {
            rule.properties().stream()
                    .filter(property -> value.has(property.getKey()))
                    .forEach(property ->
                            check(property.getValue(), value.get(property.getKey()), at + "/" + property.getKey()));
        }
        return true;
    }

    private boolean eachOther(JsonNode rule, JsonNode value, String at, JsonNode described) {
        if (!value.isObject()) {
            return true;
        }
        List<Entry<String, JsonNode>> others = value.properties().stream()
                .filter(property -> !described.has(property.getKey()))
                .toList();
        if (rule.isBoolean()) {
            return rule.booleanValue() || others.isEmpty();
        }
        others.forEach(property -> check(rule, property.getValue(), at + "/" + property.getKey()));
        return true;
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> throw new AssertionError("The description uses a type that is not known here: " + type);
        };
    }

    private static int length(JsonNode text) {
        return text.textValue().codePointCount(0, text.textValue().length());
    }

    /** The elements of an array, or the one value that stands for it. */
    private static List<JsonNode> all(JsonNode value) {
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false).toList()
                : List.of(value);
    }
}
