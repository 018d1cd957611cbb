package io.oncegate.bench;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load generator of the closed loops: so many connections, each with one request under way. */
final class Wrk {

    private static final String SCRIPTS = "src/bench/wrk";
    private static final Pattern SAMPLE =
            Pattern.compile("sample requests=(\\d+) micros=(\\d+) p50=(\\d+) p99=(\\d+) refused=(\\d+) broken=(\\d+)");

    /** Longer than most answers take. */
    private static final int PAUSE_MILLIS = 500;

    private static final int MOST_CONNECTIONS = 4000;

    private static final int FILLING_CONNECTIONS = 64;
    private static final int FILLING_SECONDS = 5;

    private final int keys;

    Wrk(int keys) {
        this.keys = keys;
    }

    Sample measure(Contestant contestant, Scenario scenario, int connections, int seconds) {
        return sample(
                contestant,
                scenario,
                Program.run(
                        environment(contestant, scenario),
                        command(contestant.url(), scenario.word(), connections, seconds)));
    }

    /**
     * New orders of one caller, so many a second, whatever becomes of them. From a program of its own, which takes less of
     * the machine for each than whoever measures the answers.
     */
    static void flood(URI url, String key, int perSecond, int seconds) {
        int connections = Math.min(MOST_CONNECTIONS, Math.max(1, perSecond * PAUSE_MILLIS / 1000));
        Map<String, String> environment = Map.of(
                "WRK_SCRIPTS",
                SCRIPTS,
                "ORDER_KEY",
                key,
                "RUN",
                UUID.randomUUID().toString().substring(0, 8),
                "PAUSE_MS",
                String.valueOf(1000 * connections / perSecond));
        var unused = Program.run(environment, command(url, "paced", connections, seconds));
    }

    /** Places the orders that {@link Scenario#SPREAD} repeats. */
    void fill(Contestant contestant) {
        for (int filled = 0; filled < keys; ) {
            Map<String, String> environment = new HashMap<>(environment(contestant, Scenario.SPREAD));
            environment.put("FILLED", String.valueOf(filled));
            String printed =
                    Program.run(environment, command(contestant.url(), "fill", FILLING_CONNECTIONS, FILLING_SECONDS));
            Sample sample = sample(contestant, Scenario.SPREAD, printed);
            // What was under way at the end may not have been placed.
            int placed = (int) (sample.perSecond() * FILLING_SECONDS) - FILLING_CONNECTIONS;
            if (placed <= 0) {
                throw new IllegalStateException(contestant.name() + " is too slow to be filled");
            }
            filled += placed;
        }
    }

    /** The order that is repeated is placed, and the one order that the denied caller has. */
    void begin(Contestant contestant) {
        for (Scenario scenario : List.of(Scenario.HOT, Scenario.DENIED)) {
            Program.run(environment(contestant, scenario), command(contestant.url(), scenario.word(), 1, 1));
        }
    }

    private static Sample sample(Contestant contestant, Scenario scenario, String printed) {
        Matcher sample = SAMPLE.matcher(printed);
        if (!sample.find()) {
            throw new IllegalStateException("no sample in:\n" + printed);
        }
        long requests = Long.parseLong(sample.group(1));
        long unexpected =
                scenario.refused() ? requests - Long.parseLong(sample.group(5)) : Long.parseLong(sample.group(5));
        if (requests == 0 || unexpected > 0 || !sample.group(6).equals("0")) {
            throw new IllegalStateException(
                    "%s, %s: not the answers that were expected:%n%s".formatted(contestant.name(), scenario, printed));
        }
        return new Sample(
                requests * 1e6 / Long.parseLong(sample.group(2)),
                Long.parseLong(sample.group(3)) / 1e3,
                Long.parseLong(sample.group(4)) / 1e3);
    }

    private Map<String, String> environment(Contestant contestant, Scenario scenario) {
        return Map.of(
                "WRK_SCRIPTS", SCRIPTS,
                "ORDER_KEY", contestant.keyFor(scenario),
                "RUN", UUID.randomUUID().toString().substring(0, 8),
                "KEYS", String.valueOf(keys));
    }

    private static List<String> command(URI url, String script, int connections, int seconds) {
        return List.of(
                "wrk",
                "-t1",
                "-c" + connections,
                "-d" + seconds + "s",
                "--timeout",
                "30s",
                "-s",
                "%s/%s.lua".formatted(SCRIPTS, script),
                url.toString());
    }
}
