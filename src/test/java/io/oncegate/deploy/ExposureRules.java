package io.oncegate.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;

/** What may reach what, and what nobody may read. */
final class ExposureRules {
    private static final int MANAGEMENT_PORT = 9000;

    private static final List<Rule<Manifests>> RULES = List.of(
            new Rule<>(
                    "a Secret is in the files",
                    manifests -> manifests.of("Secret").findAny().isEmpty()),
            new Rule<>(
                    "a secret is in the settings",
                    manifests -> manifests.environment().entrySet().stream()
                            .filter(entry -> entry.getKey().matches(".*(PASSWORD|SECRET|SECRETS|KEY)"))
                            .allMatch(entry -> entry.getValue().isEmpty())),
            new Rule<>(
                    "an address has a password in it",
                    manifests -> manifests.environment().values().stream()
                            .noneMatch(value -> value.matches(".*://[^/@]*:(?!\\$\\()[^/@]+@.*"))),
            new Rule<>(
                    "a Service is outside of the cluster",
                    manifests -> manifests
                            .of("Service")
                            .allMatch(
                                    service -> service.at("/spec/type").asText().equals("ClusterIP"))),
            new Rule<>(
                    "the management port has an address",
                    manifests -> manifests
                            .of("Service")
                            .filter(service -> ports(service).anyMatch(port -> port == MANAGEMENT_PORT))
                            .allMatch(service ->
                                    service.at("/spec/clusterIP").asText().equals("None"))),
            new Rule<>(
                    "the public reaches more than /v1",
                    manifests -> manifests
                            .of("Ingress")
                            .flatMap(ExposureRules::paths)
                            .allMatch(path -> path.path("path").asText().equals("/v1")
                                    && path.at("/backend/service/port/name")
                                            .asText()
                                            .equals("http"))),
            new Rule<>(
                    "the public comes without TLS",
                    manifests -> manifests
                            .of("Ingress")
                            .allMatch(ingress -> ingress.at("/spec/tls/0").has("secretName"))),
            new Rule<>("a pod is reached by anybody", manifests -> isHeld(manifests, "Ingress")),
            new Rule<>("a pod reaches anything", manifests -> isHeld(manifests, "Egress")),
            new Rule<>(
                    "a policy allows any peer or any port",
                    manifests -> manifests
                            .of("NetworkPolicy")
                            .flatMap(policy ->
                                    Stream.of("ingress/from", "egress/to").flatMap(way -> allowed(policy, way)))
                            .allMatch(Boolean::booleanValue)),
            new Rule<>(
                    "what is no monitoring reaches the management port",
                    manifests -> manifests
                            .of("NetworkPolicy")
                            .flatMap(policy -> Manifests.stream(policy.at("/spec/ingress")))
                            .filter(rule -> Manifests.stream(rule.path("ports"))
                                    .anyMatch(port -> port.path("port").asInt() == MANAGEMENT_PORT))
                            .flatMap(rule -> Manifests.stream(rule.path("from")))
                            .allMatch(peer -> peer.at("/namespaceSelector/matchLabels/kubernetes.io~1metadata.name")
                                    .asText()
                                    .equals("monitoring"))));

    private ExposureRules() {}

    static Stream<String> complaints(Manifests manifests) {
        return Rule.complaints(manifests.overlay() + ":", manifests, RULES);
    }

    private static Stream<Integer> ports(JsonNode service) {
        return Manifests.stream(service.at("/spec/ports"))
                .map(port -> port.path("port").asInt());
    }

    private static Stream<JsonNode> paths(JsonNode ingress) {
        return Manifests.stream(ingress.at("/spec/rules")).flatMap(rule -> Manifests.stream(rule.at("/http/paths")));
    }

    /** Whether each pod is under some policy of this type, so that what is not allowed is refused. */
    private static boolean isHeld(Manifests manifests, String type) {
        return manifests
                .of("Deployment")
                .allMatch(deployment -> manifests
                        .of("NetworkPolicy")
                        .filter(policy -> Manifests.stream(policy.at("/spec/policyTypes"))
                                .anyMatch(each -> each.asText().equals(type)))
                        .anyMatch(policy -> Manifests.matches(
                                policy.at("/spec/podSelector/matchLabels"), Manifests.labels(deployment))));
    }

    /** Of each rule that allows a way, whether it says who and which ports; a rule without is for all of them. */
    private static Stream<Boolean> allowed(JsonNode policy, String way) {
        var wayAndPeers = way.split("/");
        return Manifests.stream(policy.path("spec").path(wayAndPeers[0]))
                .map(rule -> !rule.path(wayAndPeers[1]).isEmpty()
                        && !rule.path("ports").isEmpty());
    }
}
