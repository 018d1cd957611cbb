package io.oncegate.bench;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** What is asked for on the command line. */
final class Options {

    enum Mode {
        COMPARE,
        GROWTH,
        CLEANER,
        LIMITER,
        LOAD
    }

    static final String USAGE = """
            src/bench/run [what] [options]
              (nothing)         the service against its peers, and its limiter alone
              --limiter         the limiter alone
              --growth          throughput and p99 at 0, 1 and 10 million stored keys, with one to three instances, and
                                while the cleaner runs
              --cleaner         POST /v1/orders at a constant rate while a million expired keys are cleaned away
              --load            what becomes of more than the service can do; src/bench/load is the same
              --against REV     also the service as it was at that git revision
              --peers A,B       only these: express, spring, constant, pgbench; "none" for none of them
              --only A,B        only these scenarios: new, hot, spread, denied, mixed, paid,
                                messages, open
              --seconds N       of one measurement (5)
              --rounds N        (3)
              --connections A,B closed loops (1,16,64)
              --rate N          requests per second of the open loops (200)
              --overload N      seconds of ten times the average, with --load (60)
              --keys N          keys that replays are spread over (100000)
              --stored A,B      stored keys of --growth (0,1000000,10000000)
            """;

    private Mode mode = Mode.COMPARE;
    private int seconds = 5;
    private int rounds = 3;
    private List<Integer> connections = List.of(1, 16, 64);
    private int rate = 200;
    private int overloadSeconds = 60;
    private int keys = 100_000;
    private List<Integer> stored = List.of(0, 1_000_000, 10_000_000);
    private List<String> only = List.of();
    private List<String> peers = List.of();
    private Optional<String> against = Optional.empty();

    private Options() {}

    static Options of(String... arguments) {
        Options options = new Options();
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            options.take(rest.next(), rest);
        }
        return options;
    }

    private void take(String name, Iterator<String> rest) {
        switch (name) {
            case "--growth" -> mode = Mode.GROWTH;
            case "--cleaner" -> mode = Mode.CLEANER;
            case "--limiter" -> mode = Mode.LIMITER;
            case "--load" -> mode = Mode.LOAD;
            case "--overload" -> overloadSeconds = number(name, rest);
            case "--seconds" -> seconds = number(name, rest);
            case "--rounds" -> rounds = number(name, rest);
            case "--connections" -> connections = numbers(name, rest);
            case "--rate" -> rate = number(name, rest);
            case "--keys" -> keys = number(name, rest);
            case "--stored" -> stored = numbers(name, rest);
            case "--only" -> only = words(name, rest);
            case "--peers" -> peers = words(name, rest);
            case "--against" -> against = Optional.of(value(name, rest));
            default -> throw new IllegalArgumentException("Unknown argument %s.%n%n%s".formatted(name, USAGE));
        }
    }

    Mode mode() {
        return mode;
    }

    /** Length of one measurement. */
    int seconds() {
        return seconds;
    }

    /** How often each is measured; medians are told. */
    int rounds() {
        return rounds;
    }

    /** Of the closed loops. */
    List<Integer> connections() {
        return connections;
    }

    /** Requests per second of the open loops. */
    int rate() {
        return rate;
    }

    /** How long there is ten times the average. */
    int overloadSeconds() {
        return overloadSeconds;
    }

    /** Over how many finished keys replays are spread. */
    int keys() {
        return keys;
    }

    /** How many keys there are before growth is measured. */
    List<Integer> stored() {
        return stored;
    }

    /** A revision to measure beside this checkout. */
    Optional<String> against() {
        return against;
    }

    boolean wants(Scenario scenario) {
        return only.isEmpty() || only.contains(scenario.word());
    }

    boolean wantsPeer(String name) {
        return peers.isEmpty() || peers.contains(name);
    }

    boolean wantsEverything() {
        return only.isEmpty() && peers.isEmpty();
    }

    private static int number(String name, Iterator<String> rest) {
        int number = Integer.parseInt(value(name, rest));
        if (number < 1) {
            throw new IllegalArgumentException(name + " must be at least 1.");
        }
        return number;
    }

    private static List<Integer> numbers(String name, Iterator<String> rest) {
        return words(name, rest).stream().map(Integer::valueOf).toList();
    }

    private static List<String> words(String name, Iterator<String> rest) {
        return List.of(value(name, rest).split(","));
    }

    private static String value(String name, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(name + " needs a value.");
        }
        return rest.next();
    }
}
