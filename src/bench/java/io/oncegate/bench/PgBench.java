package io.oncegate.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bare database: the one statement that a new order is, prepared, over the service's own tables. A test of the
 * repository holds the statement to the service's.
 */
final class PgBench {

    private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+)");
    private static final Pattern LATENCY = Pattern.compile("latency average = ([0-9.]+) ms");

    private final Map<String, String> servers;

    PgBench(Map<String, String> servers) {
        this.servers = servers;
    }

    /** Its latencies are the mean. */
    Sample measure(int connections, int seconds) {
        List<String> command = new ArrayList<>(List.of(
                "pgbench",
                "-n",
                "-M",
                "prepared",
                "-c",
                String.valueOf(connections),
                "-j",
                "1",
                "-T",
                String.valueOf(seconds),
                "-f",
                "src/bench/peers/pgbench/order.sql"));
        variables().forEach((name, value) -> command.addAll(List.of("-D", name + "=" + value)));
        String printed = Program.run(servers, command);
        double latency = figure(LATENCY, printed);
        return new Sample(figure(RATE, printed), latency, latency);
    }

    /** What the service sends for the scenarios' order; the statement makes key and id of it by itself. */
    private static Map<String, String> variables() {
        return Map.ofEntries(
                Map.entry("n", "0"),
                Map.entry("base", Instant.now().getEpochSecond() + "000000000"),
                Map.entry("tenant", "pgbench"),
                Map.entry("principal", "default"),
                Map.entry("method", "POST"),
                Map.entry("path", "/v1/orders"),
                Map.entry("sha256", "\\x" + "e3b0c44298fc1c14".repeat(4)),
                Map.entry("fingerprint", "1"),
                Map.entry("token", "6e8bc430-9c3a-41d9-9669-0800200c9a66"),
                Map.entry("life", "604800000"),
                Map.entry("code", "201"),
                Map.entry(
                        "headers",
                        "{\"Location\": \"/v1/orders/01M8QCKFY4EPJ3PRETQH3J404N\", \"Content-Type\": \"application/json\"}"),
                Map.entry("body", "\\x" + "7b".repeat(150)),
                Map.entry("user", "user-1"),
                Map.entry("amount", "1999"),
                Map.entry("currency", "EUR"),
                Map.entry("status", "created"),
                Map.entry("at", Instant.now().toString()));
    }

    private static double figure(Pattern pattern, String printed) {
        Matcher matcher = pattern.matcher(printed);
        if (!matcher.find()) {
            throw new IllegalStateException("pgbench told no figures:\n" + printed);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
