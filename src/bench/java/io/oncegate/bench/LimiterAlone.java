package io.oncegate.bench;

import java.util.List;
import java.util.Map;

/** The limiter's decision beside those of others, in a JVM of its own. */
final class LimiterAlone {

    private static final String CLASS_PATH = String.join(
            ":",
            "src/bench/limiter/target/classes",
            "target/classes",
            "target/quarkus-app/lib/main/*",
            "src/bench/limiter/target/lib/*");

    static void run(Options options) {
        try (Servers servers = Servers.start()) {
            System.out.println(Program.run(
                    Map.of(),
                    List.of(
                            "java",
                            "-Xms512m",
                            "-Xmx512m",
                            "-cp",
                            CLASS_PATH,
                            "io.oncegate.ratelimit.redis.LimiterBench",
                            "--redis",
                            servers.redis().getAuthority(),
                            "--seconds",
                            String.valueOf(options.seconds()),
                            "--rounds",
                            String.valueOf(options.rounds()))));
        }
    }

    private LimiterAlone() {}
}
