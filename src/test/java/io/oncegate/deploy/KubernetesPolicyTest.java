package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be said to Kubernetes, and that each rule notices when it is broken. */
class KubernetesPolicyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SECRETS = Manifests.FOLDER.resolve("secret.env.example");

    static Stream<String> complaints(Manifests manifests) {
        return Stream.of(
                        PodRules.complaints(manifests),
                        ServiceRules.complaints(manifests),
                        ExposureRules.complaints(manifests))
                .flatMap(each -> each);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "production", "redis-cluster"})
    void whatIsInTheFilesKeepsToTheRules(String overlay) {
        assertThat(complaints(Manifests.ofSources(overlay))).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}: {4}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Deployment              | oncegate            | /spec/template/spec/securityContext/runAsNonRoot                           | false                                            | may run as root
            Deployment              | oncegate            | /spec/template/spec/securityContext/runAsUser                              | 0                                                | may run as root
            Deployment              | oncegate            | /spec/template/spec/securityContext/seccompProfile/type                    | "Unconfined"                                     | may make any system call
            Deployment              | oncegate            | /spec/template/spec/automountServiceAccountToken                           | true                                             | has a token for Kubernetes
            Deployment              | oncegate            | /spec/template/spec/enableServiceLinks                                     | true                                             | has variables named after Services
            Deployment              | oncegate            | /spec/template/spec/hostNetwork                                            | true                                             | shares something with its host
            Deployment              | oncegate            | /spec/template/spec/volumes/0/emptyDir                                     | {}                                               | has a volume without a bound
            Deployment              | oncegate            | /spec/template/spec/containers/0/securityContext/allowPrivilegeEscalation  | true                                             | may gain privileges
            Deployment              | oncegate            | /spec/template/spec/containers/0/securityContext/readOnlyRootFilesystem    | false                                            | may write to its image
            Deployment              | oncegate            | /spec/template/spec/containers/0/securityContext/capabilities              | {"drop": ["ALL"], "add": ["NET_ADMIN"]}          | keeps capabilities
            Deployment              | oncegate            | /spec/template/spec/containers/0/securityContext/runAsUser                 | 0                                                | overrides who its pod runs as
            Deployment              | oncegate            | /spec/template/spec/containers/0/resources/limits                          | {"cpu": "1"}                                     | has no request or no limit
            Deployment              | oncegate            | /spec/template/spec/containers/0/resources/requests/memory                 | "2Gi"                                            | asks for more than its limit
            Deployment              | oncegate            | /spec/template/spec/containers/0/image                                     | "oncegate:latest"                                | has an image that changes
            Deployment              | oncegate            | /spec/template/spec/containers/0/image                                     | "oncegate"                                       | has an image that changes
            Deployment              | oncegate            | /spec/template/spec/containers/0/startupProbe                              | {}                                               | has no probe of its start
            Deployment              | oncegate            | /spec/template/spec/containers/0/livenessProbe/httpGet/path                | "/q/health/ready"                                | has no probe of its life
            Deployment              | oncegate            | /spec/template/spec/containers/0/readinessProbe/httpGet/port               | "http"                                           | has no probe of its readiness
            Deployment              | oncegate            | /spec/template/spec/containers/0/readinessProbe/periodSeconds              | 10                                               | leaves before it is seen to
            Deployment              | oncegate            | /spec/template/spec/containers/0/ports/1/containerPort                     | 9001                                             | has ports of other numbers
            Deployment              | oncegate            | /spec/template/spec/containers/0/envFrom                                   | []                                               | is given no Secret
            Deployment              | oncegate            | /spec/template/spec/terminationGracePeriodSeconds                          | 64                                               | is killed before it has ended
            Deployment              | oncegate            | /spec/minReadySeconds                                                      | 15                                               | leaves by twos
            Deployment              | oncegate            | /spec/strategy/rollingUpdate/maxUnavailable                                | 1                                                | is replaced before there is another one
            Deployment              | oncegate            | /spec/replicas                                                             | 3                                                | is not counted as it runs
            HorizontalPodAutoscaler | oncegate            | /spec/minReplicas                                                          | 2                                                | is not counted as it runs
            HorizontalPodAutoscaler | oncegate            | /spec/maxReplicas                                                          | 7                                                | asks for more connections than there are
            ConfigMap               | oncegate            | /data/ONCEGATE_DB_POOL_SIZE                                                | "32"                                             | asks for more connections than there are
            ConfigMap               | oncegate            | /data/ONCEGATE_DRAIN_DELEY                                                 | "15s"                                            | is given what is no setting
            ConfigMap               | oncegate            | /data/ONCEGATE_DRAIN_DELAY                                                 | "30s"                                            | is killed before it has ended
            PodDisruptionBudget     | oncegate            | /spec/maxUnavailable                                                       | 2                                                | may be emptied away
            PodDisruptionBudget     | oncegate            | /spec/selector/matchLabels                                                 | {"app": "oncegate"}                              | may be emptied away
            ConfigMap               | oncegate            | /data/ONCEGATE_DB_PASSWORD                                                 | "secret"                                         | a secret is in the settings
            ConfigMap               | oncegate            | /data/ONCEGATE_REDIS_URL                                                   | "redis://:secret@redis:6379"                     | an address has a password in it
            ConfigMap               | oncegate            | /kind                                                                      | "Secret"                                         | a Secret is in the files
            Service                 | oncegate            | /spec/type                                                                 | "LoadBalancer"                                   | a Service is outside of the cluster
            Service                 | oncegate-management | /spec/clusterIP                                                            | ""                                               | the management port has an address
            Ingress                 | oncegate            | /spec/rules/0/http/paths/0/path                                            | "/"                                              | the public reaches more than /v1
            Ingress                 | oncegate            | /spec/tls                                                                  | []                                               | the public comes without TLS
            NetworkPolicy           | oncegate            | /spec/ingress/0/from                                                       | []                                               | a policy allows any peer or any port
            NetworkPolicy           | oncegate            | /spec/egress/0/ports                                                       | []                                               | a policy allows any peer or any port
            NetworkPolicy           | oncegate            | /spec/ingress/1/from/0/namespaceSelector/matchLabels                       | {"kubernetes.io/metadata.name": "nginx-ingress"} | what is no monitoring reaches the management port
            """)
    void aBrokenRuleIsNoticed(String kind, String name, String pointer, String value, String complaint)
            throws IOException {
        var production = Manifests.ofSources("production");
        var manifest = production.one(kind, name);

        var broken = production.without(manifest).with(changed(manifest, pointer, JSON.readTree(value)));

        assertThat(complaints(broken)).anyMatch(each -> each.contains(complaint));
    }

    @Test
    void aPodUnderNoPolicyIsNoticed() {
        var production = Manifests.ofSources("production");

        var broken = production
                .without(production.one("NetworkPolicy", "oncegate"))
                .without(production.one("NetworkPolicy", "nothing-else"));

        assertThat(complaints(broken))
                .containsExactlyInAnyOrder(
                        "production: a pod is reached by anybody", "production: a pod reaches anything");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "production", "redis-cluster"})
    void whateverTheServiceNeedsIsGivenOrAskedFor(String overlay) throws IOException {
        var given = new HashSet<>(Manifests.ofSources(overlay).environment().keySet());
        given.addAll(secrets().map(line -> line.replaceAll("=.*", "")).toList());

        assertThat(given)
                .contains(
                        "ONCEGATE_DB_HOST",
                        "ONCEGATE_DB_NAME",
                        "ONCEGATE_DB_USER",
                        "ONCEGATE_DB_PASSWORD",
                        "ONCEGATE_REDIS_URL",
                        "ONCEGATE_INSTANCES",
                        "ONCEGATE_BOOTSTRAP_OPERATOR_KEY");
    }

    @Test
    void theExampleOfTheSecretHasNamesOfSettingsAndNoValues() throws IOException {
        assertThat(secrets())
                .isNotEmpty()
                .allMatch(line -> line.endsWith("="))
                .allMatch(line -> OwnSettings.isKnown(line.replace("=", "")));
    }

    @Test
    void theSumOfConnectionsIsTheOneThatOperatorsRead() throws IOException {
        for (var file : List.of(
                Manifests.folder("production").resolve("kustomization.yaml"),
                Manifests.folder("production").resolve("autoscaler.yaml"),
                Path.of("deploy", "README.md"))) {
            assertThat(Files.readString(file)).as(file.toString()).contains("max_connections = 220");
        }
    }

    private static Stream<String> secrets() throws IOException {
        return Files.readString(SECRETS).lines().filter(line -> !line.startsWith("#") && !line.isBlank());
    }

    private static JsonNode changed(JsonNode manifest, String pointer, JsonNode value) {
        var changed = manifest.deepCopy();
        var place = JsonPointer.compile(pointer);
        var parent = changed.at(place.head());
        if (parent instanceof ArrayNode list) {
            list.set(place.last().getMatchingIndex(), value);
        } else {
            ((ObjectNode) parent).set(place.last().getMatchingProperty(), value);
        }
        return changed;
    }
}
