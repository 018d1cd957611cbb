package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.redis.ClosedLoop.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;

/**
 * Measures the limiter without the service: one decision over four shared levels, in the ways that there are to make it,
 * in one process on one Redis, each in turn and all of them again each round. Prints a Markdown table; what it is doing
 * goes to standard error. {@code --redis host:port [--seconds 3] [--rounds 3] [--subjects 1000] [--in-flight 64,16,1]
 * [--only text]}
 */
final class LimiterBench {
    private static final int LEVELS = 4;
    private static final String BUCKET4J = "Bucket4j, 4 buckets in turn";
    private static final String ONE_LEVEL = "Oncegate, 1 level";

    /** Nothing but the table goes there; loggers think that standard output is theirs. */
    private static final PrintStream TABLE = System.out;

    private final Map<String, String> options;
    private final Vertx vertx = Vertx.vertx();
    private final Map<Case, List<Outcome>> outcomes = new LinkedHashMap<>();

    private record Case(String variant, int inFlight) {}

    public static void main(String... arguments) throws InterruptedException {
        System.setOut(System.err);
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        // Without a configuration everything is logged, and Lettuce has a lot to say about each command.
        Logger.getLogger("").setLevel(Level.WARNING);
        Map<String, String> options = new HashMap<>(Map.of(
                "--seconds", "3", "--rounds", "3", "--subjects", "1000", "--in-flight", "64,16,1", "--only", ""));
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        if (!options.containsKey("--redis")) {
            throw new IllegalArgumentException("--redis host:port is missing");
        }
        new LimiterBench(options).run();
    }

    private LimiterBench(Map<String, String> options) {
        this.options = options;
    }

    private void run() throws InterruptedException {
        String address = options.get("--redis");
        int subjects = number("--subjects");
        OwnDecisions own = new OwnDecisions(vertx, address, subjects);
        BareScripts bare = new BareScripts(vertx, address, own::start);
        Bucket4jDecisions bucket4j = new Bucket4jDecisions(address, subjects, LEVELS);
        try {
            measure(
                    List.of(
                            own.levels("Oncegate, 4 levels", LEVELS),
                            own.levels(ONE_LEVEL, 1),
                            own.limiter("Oncegate, 4 levels, whole limiter"),
                            bucket4j.inTurn(BUCKET4J),
                            bucket4j.atOnce("Bucket4j, 4 buckets at once"),
                            bare.pooled("bare EVALSHA, 1 bucket, pool of 32"),
                            bare.pipelined("bare EVALSHA, 1 bucket, one connection"),
                            bare.pipelined("bare EVALSHA, the script of Oncegate, 4 levels, one connection", own)),
                    bare.effort());
        } finally {
            own.close();
            bare.close();
            bucket4j.close();
            waited(vertx.close());
        }
        print();
    }

    private void measure(List<Variant> all, Effort effort) throws InterruptedException {
        List<Variant> variants = all.stream()
                .filter(one -> one.name().contains(options.get("--only")))
                .toList();
        int[] inFlight = Arrays.stream(options.get("--in-flight").split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
        Duration length = Duration.ofSeconds(number("--seconds"));
        for (Variant variant : variants) {
            System.err.println("warm-up: " + variant.name());
            ClosedLoop.warmUp(variant, Arrays.stream(inFlight).max().orElseThrow(), number("--subjects"), length);
        }
        for (int round = 1; round <= number("--rounds"); round++) {
            for (int callers : inFlight) {
                for (Variant variant : variants) {
                    Outcome outcome = ClosedLoop.run(variant, callers, number("--subjects"), length, effort);
                    System.err.printf("round %d, %d in flight: %s: %s%n", round, callers, variant.name(), outcome);
                    outcomes.computeIfAbsent(new Case(variant.name(), callers), first -> new ArrayList<>())
                            .add(outcome);
                }
            }
        }
    }

    private void print() {
        TABLE.println("| decision | in flight | decisions/s | p50, ms | p99, ms | to Bucket4j | to 1 level"
                + " | processor, us | Redis' processor, us | allocated, KB |");
        TABLE.println("|---|---|---|---|---|---|---|---|---|---|");
        outcomes.forEach((each, rounds) -> TABLE.printf(
                Locale.ROOT,
                "| %s | %d | %.0f | %.3f | %.3f | %s | %s | %.0f | %.0f | %.1f |%n",
                each.variant(),
                each.inFlight(),
                median(rounds, Outcome::perSecond),
                median(rounds, Outcome::p50),
                median(rounds, Outcome::p99),
                ratio(each, BUCKET4J),
                ratio(each, ONE_LEVEL),
                median(rounds, Outcome::ownMicros),
                median(rounds, Outcome::redisMicros),
                median(rounds, Outcome::bytes) / 1024));
    }

    /** The median of the rounds' ratios: what slows a whole round down slows both. */
    private String ratio(Case of, String to) {
        List<Outcome> rounds = outcomes.get(of);
        List<Outcome> others = outcomes.get(new Case(to, of.inFlight()));
        return others == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%.2f",
                        median(IntStream.range(0, rounds.size())
                                .mapToDouble(i -> rounds.get(i).perSecond()
                                        / others.get(i).perSecond())
                                .toArray()));
    }

    private static double median(List<Outcome> rounds, ToDoubleFunction<Outcome> of) {
        return median(rounds.stream().mapToDouble(of).toArray());
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private int number(String option) {
        return Integer.parseInt(options.get(option));
    }

    static <T> T waited(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
