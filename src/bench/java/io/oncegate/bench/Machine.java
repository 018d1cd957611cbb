package io.oncegate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the figures were measured on. */
final class Machine {

    static void print(Servers servers) {
        System.out.printf(
                "%d cores (%s), Linux %s, Java %s, PostgreSQL %s (fsync %s, synchronous_commit %s), Redis %s, Node.js %s, %s."
                        + " Medians: answers per second, p50 / p99.%n%n",
                Runtime.getRuntime().availableProcessors(),
                processor(),
                System.getProperty("os.version"),
                System.getProperty("java.version"),
                servers.text("SHOW server_version"),
                servers.text("SHOW fsync"),
                servers.text("SHOW synchronous_commit"),
                servers.redisVersion(),
                node(),
                wrk());
    }

    private static String processor() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException unknown) {
            return "unknown";
        }
    }

    /** Only some measurements need it. */
    private static String node() {
        try {
            return Program.run(Map.of(), List.of("node", "--version")).strip();
        } catch (UncheckedIOException missing) {
            return "none";
        }
    }

    /** It tells its version only beside its usage, as a failure. Only some measurements need it. */
    private static String wrk() {
        try {
            return Program.run(Map.of(), List.of("wrk", "-v"))
                    .lines()
                    .findFirst()
                    .orElse("wrk");
        } catch (UncheckedIOException missing) {
            return "no wrk";
        } catch (IllegalStateException usage) {
            return usage.getMessage().lines().skip(1).findFirst().orElse("wrk").replaceAll(" \\[.*", "");
        }
    }

    private Machine() {}
}
