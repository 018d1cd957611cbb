package io.oncegate.testsupport;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;

/**
 * How the packaged service is started: as an operator would, by environment, on random ports of loopback. A start that
 * has to fail is told by {@link #fails()}.
 */
public final class ServiceLaunch {
    /** What the operator's calls of a test carry. */
    public static final String OPERATOR_KEY = "og_operator_of_the_tests";

    private static final Path APPLICATION = Path.of("target", "quarkus-app");
    private static final Duration LONGEST_FAILING_START = Duration.ofSeconds(60);

    private static final String POLICIES = "ONCEGATE_RATE_LIMIT_POLICIES_";
    private static final List<String> LIMITED = List.of(
            "ADDRESS",
            "CLIENT",
            "CLIENT_PLANS_FREE",
            "CLIENT_PLANS_VIP",
            "TENANT",
            "TENANT_PLANS_FREE",
            "TENANT_PLANS_VIP",
            "EXPORT",
            "RECIPIENT",
            "PAYMENT_ATTEMPTS",
            "REPLAY",
            "REPLAY_PLANS_VIP",
            "ADMIN",
            "WEBHOOK_SOURCE",
            "GLOBAL");

    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<String> systemProperties = new ArrayList<>();
    private Path application = APPLICATION;

    /** A start with nothing but ports set, and limits that no test meets by accident. */
    public ServiceLaunch() {
        environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
        environment.put("QUARKUS_HTTP_PORT", "0");
        environment.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
        environment.put("QUARKUS_MANAGEMENT_PORT", "0");
        // No load balancer has to notice that it leaves.
        environment.put("ONCEGATE_DRAIN_DELAY", "0s");
        LIMITED.forEach(limited -> {
            environment.put(POLICIES + limited + "_CAPACITY", "1000000");
            environment.put(POLICIES + limited + "_REFILL", "1000000/s");
        });
    }

    /** A start that finds all it needs. */
    public static ServiceLaunch on(Database database) {
        return new ServiceLaunch()
                .with("ONCEGATE_DB_HOST", database.host())
                .with("ONCEGATE_DB_PORT", String.valueOf(database.port()))
                .with("ONCEGATE_DB_NAME", database.name())
                .with("ONCEGATE_DB_USER", database.user())
                .with("ONCEGATE_DB_PASSWORD", database.password())
                .with("ONCEGATE_BOOTSTRAP_OPERATOR_KEY", OPERATOR_KEY)
                .with("ONCEGATE_REDIS_URL", TestServers.shared().redisUrl());
    }

    public ServiceLaunch with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public ServiceLaunch without(String variable) {
        environment.remove(variable);
        return this;
    }

    /** For tests of the limits themselves. */
    public ServiceLaunch withShippedLimits() {
        environment.keySet().removeIf(name -> name.startsWith(POLICIES));
        return this;
    }

    public ServiceLaunch withProperty(String name, String value) {
        systemProperties.add("-D%s=%s".formatted(name, value));
        return this;
    }

    /** The same start of another version. */
    public ServiceLaunch of(EarlierVersion version) {
        application = version.application();
        return this;
    }

    /** Returns when the service is ready. */
    public ServiceProcess start() {
        return new ServiceProcess(this);
    }

    /** Runs a start that is expected to end by itself, to its end. */
    public FailedStart fails() {
        try (var process = launch()) {
            var exitCode = process.awaitExit();
            return new FailedStart(exitCode, process.output().awaitEnd(LONGEST_FAILING_START));
        }
    }

    ChildProcess launch() {
        var jar = application.resolve("quarkus-run.jar");
        if (!Files.exists(jar)) {
            throw new AssertionError("There is no %s: run ./mvnw package first.".formatted(jar));
        }
        // The flags make a short life cheap, nothing is measured on such a process; the zone is the tests' odd one.
        var command = new ArrayList<>(List.of(
                ChildProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx256m",
                "-Duser.timezone=" + TimeZone.getDefault().getID()));
        command.addAll(systemProperties);
        command.addAll(List.of("-jar", jar.toString()));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("ONCEGATE_") || name.startsWith("QUARKUS_"));
        builder.environment().putAll(environment);
        return ChildProcess.start(builder);
    }

    /** How a start ended that was not to succeed. */
    public record FailedStart(int exitCode, List<String> output) {}
}
