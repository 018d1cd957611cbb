package io.oncegate.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What {@code deploy/compose.yaml} says, with what its services share put into each of them.
 *
 * @param all the whole of it
 */
record Composition(JsonNode all) {
    static final Path FOLDER = Path.of("deploy");

    private static final ObjectMapper JSON = new ObjectMapper();

    static String shipped() {
        try {
            return Files.readString(FOLDER.resolve("compose.yaml"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Composition of(String yaml) {
        // Jackson's own reader of YAML knows no merge keys.
        var loaded = new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(yaml);
        return new Composition(JSON.valueToTree(loaded));
    }

    Map<String, JsonNode> services() {
        var services = new TreeMap<String, JsonNode>();
        all.path("services").fields().forEachRemaining(entry -> services.put(entry.getKey(), entry.getValue()));
        return services;
    }

    JsonNode service(String name) {
        return all.path("services").path(name);
    }

    /** Those that run Oncegate itself. */
    Stream<JsonNode> instances() {
        return services().values().stream()
                .filter(service -> service.path("image").asText().matches("oncegate:.*"));
    }

    static Map<String, String> environment(JsonNode service) {
        var environment = new TreeMap<String, String>();
        service.path("environment")
                .fields()
                .forEachRemaining(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        return environment;
    }

    /** The texts of a list, or of a list that is missing. */
    static Stream<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText);
    }
}
