package io.oncegate.deploy;

import static io.oncegate.deploy.Composition.environment;
import static io.oncegate.deploy.Composition.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What holds for every container of the composition, and for all of them together. */
final class CompositionRules {
    private static final List<Rule<JsonNode>> OF_A_CONTAINER = List.of(
            new Rule<>(
                    "is reached from other machines",
                    service ->
                            texts(service.path("ports")).allMatch(port -> port.matches("127\\.0\\.0\\.1:\\d+:\\d+"))),
            new Rule<>(
                    "has an image that changes under its name",
                    service -> service.path("image").asText().matches("[\\w/-]+:v?\\d+\\.\\d+[\\w.-]*")),
            new Rule<>(
                    "may run as root", service -> service.path("user").asText().matches("[1-9]\\d*:\\d+")),
            new Rule<>(
                    "may write to its image",
                    service -> service.path("read_only").asBoolean()),
            new Rule<>(
                    "keeps capabilities",
                    service -> texts(service.path("cap_drop")).toList().equals(List.of("ALL"))
                            && !service.has("cap_add")
                            && !service.has("privileged")),
            new Rule<>(
                    "may gain privileges",
                    service -> texts(service.path("security_opt")).anyMatch("no-new-privileges:true"::equals)),
            new Rule<>(
                    "takes what it wants",
                    service -> Stream.of("cpus", "memory").allMatch(service.at("/deploy/resources/limits")::has)
                            && service.has("pids_limit")),
            new Rule<>(
                    "is not asked how it is",
                    service -> service.at("/healthcheck/test").isArray()),
            new Rule<>(
                    "fills the disk with its log",
                    service -> service.at("/logging/options").has("max-size")),
            new Rule<>(
                    "has a secret that everybody can read",
                    service -> environment(service).entrySet().stream()
                            .filter(entry -> entry.getKey().matches(".*(PASSWORD|SECRET|SECRETS|KEY)"))
                            .allMatch(entry -> entry.getValue().matches("\\$\\{\\w+:\\?.+}"))),
            new Rule<>(
                    "is given what is no setting",
                    service -> environment(service).keySet().stream()
                            .filter(variable -> variable.startsWith("ONCEGATE_"))
                            .allMatch(OwnSettings::isKnown)),
            new Rule<>("mounts what is not there", service -> mounted(service).allMatch(Files::exists)),
            new Rule<>(
                    "may change files of the project",
                    service -> texts(service.path("volumes"))
                            .filter(volume -> volume.startsWith("."))
                            .allMatch(volume -> volume.endsWith(":ro"))),
            new Rule<>(
                    "is built from what is not there",
                    service -> !service.has("build")
                            || Files.exists(
                                    Path.of(service.at("/build/dockerfile").asText()))));

    private static final List<Rule<Composition>> OF_ALL = List.of(
            new Rule<>(
                    "has not two instances",
                    composition -> composition.instances().count() == 2),
            new Rule<>(
                    "counts other instances than it has",
                    composition -> composition
                            .instances()
                            .allMatch(instance -> environment(instance)
                                    .get("ONCEGATE_INSTANCES")
                                    .equals("2"))),
            new Rule<>(
                    "kills an instance before it has ended",
                    composition -> composition
                            .instances()
                            .allMatch(instance -> OwnSettings.duration(instance.path("stop_grace_period")
                                                    .asText())
                                            .compareTo(longestEnd(environment(instance)))
                                    > 0)),
            new Rule<>(
                    "believes others than its perimeter",
                    composition -> composition
                            .instances()
                            .allMatch(instance -> environment(instance)
                                    .get("ONCEGATE_NET_TRUSTED_PROXIES")
                                    .equals(composition
                                            .service("nginx")
                                            .at("/networks/front/ipv4_address")
                                            .asText()))),
            new Rule<>("asks for more connections than there are", CompositionRules::fitsPostgresql),
            new Rule<>(
                    "keeps PostgreSQL's writes in memory",
                    composition -> texts(composition.service("postgres").path("command"))
                            .toList()
                            .containsAll(List.of("fsync=on", "synchronous_commit=on"))),
            new Rule<>(
                    "loses its own data with a container",
                    composition -> texts(composition.service("postgres").path("volumes"))
                            .anyMatch("postgres:/var/lib/postgresql/data"::equals)),
            new Rule<>(
                    "shows its storage to others",
                    composition -> Stream.of("postgres", "redis")
                                    .map(composition::service)
                                    .allMatch(service -> !service.has("ports")
                                            && texts(service.path("networks"))
                                                    .toList()
                                                    .equals(List.of("back")))
                            && composition.all().at("/networks/back/internal").asBoolean()),
            new Rule<>("asks for variables that the example lacks", CompositionRules::isAnswered));

    private static final Pattern REQUIRED = Pattern.compile("\\$\\{(\\w+):\\?");
    private static final Pattern CONNECTIONS = Pattern.compile("max_connections=(\\d+)");

    /** Those that PostgreSQL keeps for superusers, and some for people. */
    private static final int OTHERS = 3 + 10;

    private CompositionRules() {}

    static Stream<String> complaints(Composition composition) {
        return Stream.concat(
                composition.services().entrySet().stream()
                        .flatMap(each -> Rule.complaints(each.getKey(), each.getValue(), OF_A_CONTAINER)),
                Rule.complaints("the composition", composition, OF_ALL));
    }

    private static Stream<Path> mounted(JsonNode service) {
        return texts(service.path("volumes"))
                .filter(volume -> volume.startsWith("."))
                .map(volume -> Composition.FOLDER.resolve(volume.split(":")[0]));
    }

    private static Duration longestEnd(Map<String, String> environment) {
        var built = applicationProperties();
        return Stream.of(
                        OwnSettings.value("oncegate.drain-delay", environment),
                        built.getProperty("quarkus.shutdown.delay"),
                        built.getProperty("quarkus.shutdown.timeout"),
                        OwnSettings.value("oncegate.messages.connect-timeout", environment),
                        OwnSettings.value("oncegate.messages.call-timeout", environment))
                .map(OwnSettings::duration)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Each of them is there twice for a moment when all are replaced. */
    private static boolean fitsPostgresql(Composition composition) {
        var pools = composition
                .instances()
                .mapToInt(
                        instance -> Integer.parseInt(OwnSettings.value("oncegate.db.pool-size", environment(instance))))
                .sum();
        return texts(composition.service("postgres").path("command"))
                .map(CONNECTIONS::matcher)
                .filter(argument -> argument.matches())
                .anyMatch(argument -> Integer.parseInt(argument.group(1)) >= 2 * pools + OTHERS);
    }

    private static boolean isAnswered(Composition composition) {
        var example = properties(Composition.FOLDER.resolve("compose.env.example"));
        return REQUIRED.matcher(composition.all().toString())
                .results()
                .allMatch(variable -> example.containsKey(variable.group(1)));
    }

    private static Properties applicationProperties() {
        return properties(Path.of("src", "main", "resources", "application.properties"));
    }

    private static Properties properties(Path file) {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
            return properties;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
