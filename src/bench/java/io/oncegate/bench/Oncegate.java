package io.oncegate.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The packaged service as it ships, with limits that only the denied caller meets: a limit that bites would be measured
 * in place of what is behind it.
 */
final class Oncegate implements AutoCloseable {

    private static final Pattern LISTENING =
            Pattern.compile("(Listening on: http://[0-9.]+:[0-9]+.*interface listening on http://[0-9.]+:[0-9]+)");
    private static final Pattern ADDRESS = Pattern.compile("http://[0-9.]+:[0-9]+");
    private static final String OPERATOR_KEY = "operator-of-the-benchmark";
    private static final List<String> LIMITS = List.of(
            "ADDRESS",
            "CLIENT",
            "CLIENT_PLANS_VIP",
            "TENANT",
            "TENANT_PLANS_VIP",
            "TENANT_PLANS_FREE",
            "REPLAY",
            "REPLAY_PLANS_VIP",
            "PAYMENT_ATTEMPTS",
            "RECIPIENT",
            "ADMIN",
            "GLOBAL");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Program program;
    private final Contestant contestant;
    private final URI management;

    /** @param folder the checkout whose packaged jar it is */
    static Oncegate start(String name, Path folder, Map<String, String> environment) {
        return start(name, folder, environment, Map.of());
    }

    /** @param more settings that hold in place of the benchmark's own */
    static Oncegate start(String name, Path folder, Map<String, String> environment, Map<String, String> more) {
        Map<String, String> all = environment(environment);
        all.putAll(more);
        return new Oncegate(
                name,
                Program.start(
                        all,
                        List.of(
                                "java",
                                "-Xms512m",
                                "-Xmx512m",
                                "-jar",
                                folder.resolve("target/quarkus-app/quarkus-run.jar")
                                        .toString())));
    }

    private static Map<String, String> environment(Map<String, String> servers) {
        Map<String, String> environment = new HashMap<>(servers);
        environment.put("ONCEGATE_BOOTSTRAP_OPERATOR_KEY", OPERATOR_KEY);
        environment.put("ONCEGATE_DRAIN_DELAY", "0s");
        for (String port : List.of("QUARKUS_HTTP", "QUARKUS_MANAGEMENT")) {
            environment.put(port + "_HOST", "127.0.0.1");
            environment.put(port + "_PORT", "0");
        }
        LIMITS.forEach(limit -> limit(environment, limit, "1000000", "1000000/s"));
        limit(environment, "CLIENT_PLANS_FREE", "1", "1/h");
        environment.put("ONCEGATE_PAYMENTS_ACCOUNTS_STRIPE_IN_FLIGHT", "1000");
        environment.put("ONCEGATE_PAYMENTS_ACCOUNTS_STRIPE_CALLS_PER_SECOND", "10000");
        // Accepted faster than any gateway takes them, for as long as it is measured.
        environment.put("ONCEGATE_MESSAGES_MAX_QUEUED", "10000000");
        environment.put("ONCEGATE_MESSAGES_MAX_QUEUED_PER_TENANT", "10000000");
        return environment;
    }

    private static void limit(Map<String, String> environment, String name, String capacity, String refill) {
        environment.put("ONCEGATE_RATE_LIMIT_POLICIES_" + name + "_CAPACITY", capacity);
        environment.put("ONCEGATE_RATE_LIMIT_POLICIES_" + name + "_REFILL", refill);
    }

    private Oncegate(String name, Program program) {
        this.program = program;
        Matcher addresses = ADDRESS.matcher(program.await(LISTENING));
        URI url = URI.create(next(addresses));
        this.management = URI.create(next(addresses));
        this.contestant = new Contestant(
                name,
                url,
                keyOf(url, new JsonObject().put("tenant_id", "bench").put("plan", "vip"))
                        .orElseThrow(),
                keyOf(url, new JsonObject().put("tenant_id", "denied").put("plan", "free"))
                        .orElseThrow(),
                keyOf(
                        url,
                        new JsonObject()
                                .put("tenant_id", "paying")
                                .put("plan", "vip")
                                .put("payment_provider", "stripe")));
    }

    private static String next(Matcher matcher) {
        if (!matcher.find()) {
            throw new IllegalStateException("the service does not say where it listens");
        }
        return matcher.group();
    }

    Contestant contestant() {
        return contestant;
    }

    long pid() {
        return program.pid();
    }

    /** The sum over all series of a meter. */
    double meter(String name) {
        return sum(metrics(), name);
    }

    /** All meters as they are told now. */
    String metrics() {
        return get(management.resolve("/q/metrics"));
    }

    static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** A key of a tenant of that plan, whose orders are paid through an account, or empty. */
    String keyOf(String tenant, String plan, String provider) {
        JsonObject terms = new JsonObject().put("tenant_id", tenant).put("plan", plan);
        if (!provider.isEmpty()) {
            terms.put("payment_provider", provider);
        }
        return keyOf(contestant.url(), terms).orElseThrow();
    }

    /** A key of a new tenant, or of one that another instance has made; empty where there can be none like it. */
    private static Optional<String> keyOf(URI url, JsonObject tenant) {
        operate(url.resolve("/admin/v1/tenants"), tenant);
        return Optional.ofNullable(operate(
                        url.resolve("/admin/v1/tenants/%s/api-keys".formatted(tenant.getString("tenant_id"))),
                        new JsonObject().put("name", "bench"))
                .getString("api_key"));
    }

    private static JsonObject operate(URI uri, JsonObject body) {
        return new JsonObject(send(HttpRequest.newBuilder(uri)
                .header("X-Api-Key", OPERATOR_KEY)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.encode()))));
    }

    private static String get(URI uri) {
        return send(HttpRequest.newBuilder(uri));
    }

    private static String send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
