package io.oncegate.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A naive twin of what kubectl makes of a folder with a {@code kustomization.yaml}, for tests that have no kubectl. It
 * fails on what it does not know.
 */
final class Kustomization {
    private static final Set<String> KNOWN = Set.of(
            "apiVersion",
            "kind",
            "namespace",
            "bases",
            "resources",
            "images",
            "configMapGenerator",
            "patchesStrategicMerge");

    private Kustomization() {}

    static List<JsonNode> manifests(Path folder) {
        var kustomization =
                Manifests.documents(folder.resolve("kustomization.yaml")).get(0);
        kustomization.fieldNames().forEachRemaining(member -> {
            if (!KNOWN.contains(member)) {
                throw new AssertionError("%s of %s is not known here".formatted(member, folder));
            }
        });
        var manifests = new ArrayList<JsonNode>();
        Manifests.stream(kustomization.path("bases"))
                .forEach(base -> manifests.addAll(manifests(folder.resolve(base.asText()))));
        Manifests.stream(kustomization.path("resources"))
                .forEach(file -> manifests.addAll(Manifests.documents(folder.resolve(file.asText()))));
        Manifests.stream(kustomization.path("configMapGenerator")).forEach(map -> merge(manifests, configMap(map)));
        Manifests.stream(kustomization.path("patchesStrategicMerge"))
                .flatMap(file -> Manifests.documents(folder.resolve(file.asText())).stream())
                .forEach(patch -> merge(manifests, patch));
        return manifests;
    }

    private static void merge(List<JsonNode> manifests, JsonNode patch) {
        for (var index = 0; index < manifests.size(); index++) {
            if (Manifests.id(manifests.get(index)).equals(Manifests.id(patch))) {
                manifests.set(index, Manifests.merged(manifests.get(index), patch));
                return;
            }
        }
        manifests.add(patch);
    }

    private static JsonNode configMap(JsonNode generator) {
        var map = JsonNodeFactory.instance.objectNode().put("kind", "ConfigMap");
        map.putObject("metadata").set("name", generator.path("name"));
        var data = map.putObject("data");
        Manifests.stream(generator.path("literals")).forEach(literal -> {
            var nameAndValue = literal.asText().split("=", 2);
            data.put(nameAndValue[0], nameAndValue[1]);
        });
        return map;
    }
}
