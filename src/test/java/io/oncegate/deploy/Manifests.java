package io.oncegate.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * All that one overlay of {@code deploy/kubernetes} tells Kubernetes.
 *
 * @param overlay its folder's name
 * @param all the manifests
 */
record Manifests(String overlay, List<JsonNode> all) {
    static final Path FOLDER = Path.of("deploy", "kubernetes");

    private static final YAMLMapper YAML = new YAMLMapper();

    Manifests {
        all = List.copyOf(all);
    }

    /** The overlay as its files have it, put together here: without the image's registry and a name's hash. */
    static Manifests ofSources(String overlay) {
        return new Manifests(overlay, Kustomization.manifests(folder(overlay)));
    }

    /** The overlay as kubectl has put it together. */
    static Manifests ofRendered(String overlay, String yaml) {
        return new Manifests(overlay, documents(yaml));
    }

    static Path folder(String overlay) {
        return FOLDER.resolve("overlays").resolve(overlay);
    }

    static List<JsonNode> documents(Path file) {
        try {
            return documents(Files.readString(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<JsonNode> documents(String yaml) {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            return documents.readAll();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** The same with {@code manifest} in the place of the one of its kind and name. */
    Manifests with(JsonNode manifest) {
        var others = all.stream().filter(each -> !id(each).equals(id(manifest)));
        return new Manifests(overlay, Stream.concat(others, Stream.of(manifest)).toList());
    }

    Manifests without(JsonNode manifest) {
        return new Manifests(
                overlay,
                all.stream().filter(each -> !id(each).equals(id(manifest))).toList());
    }

    Stream<JsonNode> of(String kind) {
        return all.stream().filter(manifest -> manifest.path("kind").asText().equals(kind));
    }

    JsonNode one(String kind, String name) {
        return of(kind).filter(manifest -> name(manifest).equals(name))
                .findFirst()
                .orElseThrow();
    }

    JsonNode service() {
        return one("Deployment", "oncegate");
    }

    static JsonNode pod(JsonNode deployment) {
        return deployment.at("/spec/template/spec");
    }

    static Stream<JsonNode> containers(JsonNode deployment) {
        return Stream.of("initContainers", "containers")
                .flatMap(kind -> stream(pod(deployment).path(kind)));
    }

    /** The container of the service itself. */
    JsonNode serviceContainer() {
        return containers(service())
                .filter(container -> container.path("name").asText().equals("oncegate"))
                .findFirst()
                .orElseThrow();
    }

    /** What the service is given by its environment, the Secret left out: variables and their values. */
    Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        of("ConfigMap")
                .flatMap(map -> map.path("data").properties().stream())
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        stream(serviceContainer().path("env"))
                .forEach(entry -> environment.put(
                        entry.path("name").asText(), entry.path("value").asText()));
        return environment;
    }

    /** The labels of a Deployment's pods. */
    static JsonNode labels(JsonNode deployment) {
        return deployment.at("/spec/template/metadata/labels");
    }

    /** Whether a selector's {@code matchLabels} are among these; one without any matches all. */
    static boolean matches(JsonNode wanted, JsonNode labels) {
        return wanted.properties().stream().allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
    }

    static String name(JsonNode manifest) {
        return manifest.at("/metadata/name").asText();
    }

    static String id(JsonNode manifest) {
        return manifest.path("kind").asText() + " " + name(manifest);
    }

    /**
     * The part of a strategic merge that the patches here use: members of objects are merged, and so are those elements of
     * lists that have one name.
     */
    static JsonNode merged(JsonNode base, JsonNode patch) {
        if (base instanceof ObjectNode object && patch.isObject()) {
            var merged = object.deepCopy();
            patch.properties().forEach(member -> {
                var before = merged.get(member.getKey());
                merged.set(member.getKey(), before == null ? member.getValue() : merged(before, member.getValue()));
            });
            return merged;
        }
        if (base instanceof ArrayNode list && patch.isArray() && patch.path(0).has("name")) {
            return mergedByName(list.deepCopy(), patch);
        }
        return patch;
    }

    private static JsonNode mergedByName(ArrayNode merged, JsonNode patch) {
        for (var element : patch) {
            var index = 0;
            while (index < merged.size() && !Objects.equals(merged.get(index).path("name"), element.path("name"))) {
                index++;
            }
            if (index < merged.size()) {
                merged.set(index, merged(merged.get(index), element));
            } else {
                merged.add(element);
            }
        }
        return merged;
    }
}
