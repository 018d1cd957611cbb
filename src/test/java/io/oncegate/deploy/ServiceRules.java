package io.oncegate.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** What holds for the service's own pods: how they are watched, end, scale, and what they are told. */
final class ServiceRules {
    private static final String MANAGEMENT = "management";

    private static final List<Rule<Manifests>> RULES = List.of(
            new Rule<>("has no probe of its start", manifests -> isProbed(manifests, "startupProbe", "started")),
            new Rule<>("has no probe of its life", manifests -> isProbed(manifests, "livenessProbe", "live")),
            new Rule<>("has no probe of its readiness", manifests -> isProbed(manifests, "readinessProbe", "ready")),
            new Rule<>("has ports of other numbers", ServiceRules::hasItsPorts),
            new Rule<>("is killed before it has ended", ServiceRules::hasTimeToEnd),
            new Rule<>(
                    "leaves by twos",
                    manifests -> manifests.service().at("/spec/minReadySeconds").asInt() >= gracePeriod(manifests)),
            new Rule<>("leaves before it is seen to", ServiceRules::isSeenToLeave),
            new Rule<>("is replaced before there is another one", ServiceRules::isReplacedByOneThatIsReady),
            new Rule<>(
                    "is given no Secret",
                    manifests -> Manifests.stream(manifests.serviceContainer().path("envFrom"))
                            .anyMatch(source ->
                                    source.at("/secretRef/name").asText().equals("oncegate"))),
            new Rule<>(
                    "is given what is no setting",
                    manifests -> manifests.environment().keySet().stream()
                            .filter(variable -> variable.startsWith("ONCEGATE_"))
                            .allMatch(OwnSettings::isKnown)),
            new Rule<>("is not counted as it runs", ServiceRules::isCountedAsItRuns),
            new Rule<>("may be emptied away", ServiceRules::isKeptWhileNodesAreEmptied),
            new Rule<>("asks for more connections than there are", ServiceRules::fitsPostgresql));

    /** max_connections, as the overlays' comments have it. */
    private static final int CONNECTIONS = 220;

    /** A migration's, those that PostgreSQL keeps for superusers, and those for people, backups and standbys. */
    private static final int OTHERS = 1 + 3 + 20;

    /** Pods that leave, and still have connections, when the next one comes. */
    private static final int LEAVING = 1;

    private ServiceRules() {}

    static Stream<String> complaints(Manifests manifests) {
        return Rule.complaints("the service", manifests, RULES);
    }

    private static boolean isProbed(Manifests manifests, String probe, String path) {
        var get = manifests.serviceContainer().at("/" + probe + "/httpGet");
        return get.path("path").asText().equals("/q/health/" + path)
                && get.path("port").asText().equals(MANAGEMENT);
    }

    private static boolean hasItsPorts(Manifests manifests) {
        var ports = Manifests.stream(manifests.serviceContainer().path("ports"))
                .map(port -> port.path("name").asText() + " "
                        + port.path("containerPort").asInt())
                .toList();
        return ports.equals(List.of("http 8080", MANAGEMENT + " 9000"));
    }

    /** As the runbook has it: the drain, a second, running requests, a message that is under way. */
    private static boolean hasTimeToEnd(Manifests manifests) {
        var settings = applicationProperties();
        var longest = Stream.of(
                        drainDelay(manifests),
                        OwnSettings.duration(settings.getProperty("quarkus.shutdown.delay")),
                        OwnSettings.duration(settings.getProperty("quarkus.shutdown.timeout")),
                        value(manifests, "oncegate.messages.connect-timeout"),
                        value(manifests, "oncegate.messages.call-timeout"))
                .reduce(Duration.ZERO, Duration::plus);
        return gracePeriod(manifests) > longest.toSeconds();
    }

    private static int gracePeriod(Manifests manifests) {
        return Manifests.pod(manifests.service())
                .path("terminationGracePeriodSeconds")
                .asInt();
    }

    private static boolean isSeenToLeave(Manifests manifests) {
        var probe = manifests.serviceContainer().path("readinessProbe");
        return probe.path("periodSeconds").asInt()
                        * probe.path("failureThreshold").asInt()
                < drainDelay(manifests).toSeconds();
    }

    private static boolean isReplacedByOneThatIsReady(Manifests manifests) {
        var rolling = manifests.service().at("/spec/strategy/rollingUpdate");
        return rolling.path("maxUnavailable").asInt(1) == 0 && surge(manifests) > 0;
    }

    /** Without an autoscaler a single pod runs, since the number is not said. */
    private static boolean isCountedAsItRuns(Manifests manifests) {
        return !manifests.service().path("spec").has("replicas")
                && Integer.parseInt(OwnSettings.value("oncegate.instances", manifests.environment()))
                        == scaler(manifests)
                                .map(each -> each.path("minReplicas").asInt())
                                .findFirst()
                                .orElse(1);
    }

    private static boolean isKeptWhileNodesAreEmptied(Manifests manifests) {
        return manifests
                .of("PodDisruptionBudget")
                .filter(budget -> Manifests.matches(
                        budget.at("/spec/selector/matchLabels"), Manifests.labels(manifests.service())))
                .anyMatch(budget -> budget.at("/spec/maxUnavailable").asInt() == 1);
    }

    private static boolean fitsPostgresql(Manifests manifests) {
        var pool = Integer.parseInt(OwnSettings.value("oncegate.db.pool-size", manifests.environment()));
        return scaler(manifests)
                .map(scaler -> (scaler.path("maxReplicas").asInt() + surge(manifests) + LEAVING) * pool + OTHERS)
                .allMatch(connections -> connections <= CONNECTIONS);
    }

    private static Stream<JsonNode> scaler(Manifests manifests) {
        return manifests.of("HorizontalPodAutoscaler").map(scaler -> scaler.path("spec"));
    }

    private static int surge(Manifests manifests) {
        return manifests.service().at("/spec/strategy/rollingUpdate/maxSurge").asInt();
    }

    private static Duration drainDelay(Manifests manifests) {
        return value(manifests, "oncegate.drain-delay");
    }

    private static Duration value(Manifests manifests, String setting) {
        return OwnSettings.duration(OwnSettings.value(setting, manifests.environment()));
    }

    private static Properties applicationProperties() {
        var properties = new Properties();
        try (var file = Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
            properties.load(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return properties;
    }
}
