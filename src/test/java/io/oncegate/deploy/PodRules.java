package io.oncegate.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** What holds for every pod, whatever runs in it. */
final class PodRules {
    private static final List<Rule<JsonNode>> OF_A_POD = List.of(
            new Rule<>(
                    "may run as root",
                    pod -> pod.at("/securityContext/runAsNonRoot").asBoolean()
                            && pod.at("/securityContext/runAsUser").asInt() > 0),
            new Rule<>(
                    "may make any system call",
                    pod -> pod.at("/securityContext/seccompProfile/type")
                            .asText()
                            .equals("RuntimeDefault")),
            new Rule<>("has a token for Kubernetes", pod -> isFalse(pod.path("automountServiceAccountToken"))),
            new Rule<>("has variables named after Services", pod -> isFalse(pod.path("enableServiceLinks"))),
            new Rule<>(
                    "shares something with its host",
                    pod -> Stream.of("hostNetwork", "hostPID", "hostIPC").noneMatch(pod::has)
                            && Manifests.stream(pod.path("volumes")).noneMatch(volume -> volume.has("hostPath"))),
            new Rule<>(
                    "has a volume without a bound",
                    pod -> Manifests.stream(pod.path("volumes"))
                            .filter(volume -> volume.has("emptyDir"))
                            .allMatch(volume -> volume.at("/emptyDir").has("sizeLimit"))));

    private static final List<Rule<JsonNode>> OF_A_CONTAINER = List.of(
            new Rule<>(
                    "may gain privileges",
                    container -> isFalse(container.at("/securityContext/allowPrivilegeEscalation"))
                            && !container.at("/securityContext/privileged").asBoolean()),
            new Rule<>(
                    "may write to its image",
                    container -> container
                            .at("/securityContext/readOnlyRootFilesystem")
                            .asBoolean()),
            new Rule<>(
                    "keeps capabilities",
                    container -> container
                                    .at("/securityContext/capabilities/drop/0")
                                    .asText()
                                    .equals("ALL")
                            && container.at("/securityContext/capabilities/add").isMissingNode()),
            new Rule<>(
                    "overrides who its pod runs as",
                    container ->
                            Stream.of("runAsUser", "runAsNonRoot").noneMatch(container.path("securityContext")::has)),
            new Rule<>("has no request or no limit", PodRules::isBounded),
            new Rule<>("asks for more than its limit", PodRules::fits),
            new Rule<>(
                    "has an image that changes under its name",
                    container -> container
                            .path("image")
                            .asText()
                            .matches("[^@]+(:\\d+\\.\\d+[\\w.-]*|@sha256:[0-9a-f]{64})")));

    private PodRules() {}

    static Stream<String> complaints(Manifests manifests) {
        return manifests
                .of("Deployment")
                .flatMap(deployment -> Stream.concat(
                        Rule.complaints(Manifests.name(deployment), Manifests.pod(deployment), OF_A_POD),
                        Manifests.containers(deployment)
                                .flatMap(container -> Rule.complaints(
                                        "container " + container.path("name").asText(), container, OF_A_CONTAINER))));
    }

    /** A member that is missing means the opposite, for most of these. */
    private static boolean isFalse(JsonNode flag) {
        return flag.isBoolean() && !flag.asBoolean();
    }

    private static boolean isBounded(JsonNode container) {
        return Stream.of("/resources/requests", "/resources/limits")
                .map(container::at)
                .allMatch(resources -> resources.has("cpu") && resources.has("memory"));
    }

    private static boolean fits(JsonNode container) {
        return Stream.of("cpu", "memory")
                .allMatch(resource -> quantity(container.at("/resources/requests/" + resource))
                                .compareTo(quantity(container.at("/resources/limits/" + resource)))
                        <= 0);
    }

    /** As Kubernetes writes numbers: 100m, 1, 512Mi, 1Gi. */
    private static BigDecimal quantity(JsonNode text) {
        var number = new BigDecimal("0" + text.asText().replaceAll("[^0-9.]", ""));
        return switch (text.asText().replaceAll("[0-9.]", "")) {
            case "m" -> number.movePointLeft(3);
            case "Mi" -> number.multiply(BigDecimal.valueOf(1L << 20));
            case "Gi" -> number.multiply(BigDecimal.valueOf(1L << 30));
            default -> number;
        };
    }
}
