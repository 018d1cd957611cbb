package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import io.oncegate.testsupport.NpmFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What kubectl makes of the files, against the schemas of Kubernetes and the rules of the house. */
@Tag("external")
class KubernetesSchemaIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final NpmFolder SCHEMAS = new NpmFolder("kubernetes");
    private static final Duration LONGEST_RENDERING = Duration.ofMinutes(1);

    @ParameterizedTest
    @ValueSource(strings = {"dev", "production", "redis-cluster"})
    void whatIsRenderedIsWhatKubernetesTakes(String overlay, @TempDir Path folder) throws IOException {
        assertThat(faults(rendered(overlay).all(), folder)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "production", "redis-cluster"})
    void whatIsRenderedKeepsToTheRules(String overlay) {
        assertThat(KubernetesPolicyTest.complaints(rendered(overlay))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"dev, 16", "production, 12", "redis-cluster, 12"})
    void nothingIsLostOnTheWay(String overlay, int manifests) {
        var rendered = rendered(overlay);
        var sources = Manifests.ofSources(overlay);

        assertThat(rendered.all()).hasSameSizeAs(sources.all()).hasSize(manifests);
        assertThat(rendered.environment()).isEqualTo(sources.environment());
        assertThat(rendered.all())
                .allMatch(manifest -> manifest.path("kind").asText().equals("Namespace")
                        || manifest.at("/metadata/namespace").asText().equals("oncegate"));
    }

    /** Each of them would be taken in silence by Kubernetes, or refused only there. */
    @Test
    void aSlipIsNoticed(@TempDir Path folder) throws IOException {
        var slips = List.of(JSON.readTree("""
                        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{
                          "selector":{},"template":{"spec":{"containers":[{"name":"c","readinesProbe":{}}]}}}}"""), JSON.readTree("""
                        {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"b"},"spec":{
                          "maxReplicas":"six","scaleTargetRef":{"kind":"Deployment","name":"a"}}}"""), JSON.readTree("""
                        {"apiVersion":"monitoring.coreos.com/v1","kind":"ServiceMonitor","metadata":{"name":"c"},"spec":{
                          "selector":{},"endpoints":[{"port":"management","intervall":"15s"}]}}"""), JSON.readTree("""
                        {"apiVersion":"v1","kind":"Servise","metadata":{"name":"d"}}"""));

        var faults = faults(slips, folder);

        assertThat(faults.at("/Deployment a/0").asText())
                .isEqualTo("/spec/template/spec/containers/0/readinesProbe is unknown");
        assertThat(faults.at("/HorizontalPodAutoscaler b/0").asText()).contains("maxReplicas must be integer");
        assertThat(faults.at("/ServiceMonitor c/0").asText()).isEqualTo("/spec/endpoints/0/intervall is unknown");
        assertThat(faults.at("/Servise d/0").asText()).contains("Cannot find module");
    }

    @Test
    void theRulesOfPrometheusAreWhatItsOperatorTakes(@TempDir Path folder) throws IOException {
        var rules = Manifests.ofRendered(
                "rules", output(Manifests.FOLDER.resolve("prometheus-rules").toString()));

        assertThat(rules.of("PrometheusRule")).isNotEmpty();
        assertThat(faults(rules.all(), folder)).isEmpty();
    }

    private static Manifests rendered(String overlay) {
        return Manifests.ofRendered(
                overlay,
                output(
                        ExternalProgram.find("kubectl").toString(),
                        "kustomize",
                        Manifests.folder(overlay).toString()));
    }

    private static String output(String... command) {
        try (var process = ChildProcess.start(new ProcessBuilder(command))) {
            var output = process.output().awaitEnd(LONGEST_RENDERING);
            var errors = process.errors().awaitEnd(LONGEST_RENDERING);
            assertThat(process.awaitExit())
                    .as("%s: %s", List.of(command), errors)
                    .isZero();
            return String.join("\n", output);
        }
    }

    private static JsonNode faults(List<JsonNode> manifests, Path folder) throws IOException {
        var file = folder.resolve("manifests.json");
        Files.write(file, JSON.writeValueAsBytes(manifests));
        return JSON.readTree(SCHEMAS.run("schemas.js", List.of(file.toString())));
    }
}
