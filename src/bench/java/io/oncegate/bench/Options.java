package io.oncegate.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What is asked for on the command line.
 *
 * @param seconds length of one measurement
 * @param rounds how often each is measured; medians are told
 * @param connections of the closed loops
 * @param rate requests per second of the open loops
 * @param keys over how many finished keys replays are spread
 * @param only scenarios to measure, all when empty
 * @param peers contestants besides this checkout, all when empty
 * @param against a revision to measure beside this checkout
 */
record Options(
        Mode mode,
        int seconds,
        int rounds,
        List<Integer> connections,
        int rate,
        int keys,
        List<String> only,
        List<String> peers,
        Optional<String> against) {

    enum Mode {
        COMPARE,
        GROWTH,
        CLEANER,
        LIMITER
    }

    static final String USAGE = """
            src/bench/run [what] [options]
              (nothing)         the service against its peers, and its limiter alone
              --limiter         the limiter alone
              --growth          throughput and p99 at 0, 1 and 10 million stored keys, with one to three instances, and
                                while the cleaner runs
              --cleaner         POST /v1/orders at a constant rate while a million expired keys are cleaned away
              --against REV     also the service as it was at that git revision
              --peers A,B       only these: express, spring, constant, pgbench; "none" for none of them
              --only A,B        only these scenarios: new, hot, spread, denied, mixed, open
              --seconds N       of one measurement (5)
              --rounds N        (3)
              --connections A,B closed loops (1,16,64)
              --rate N          requests per second of the open loops (200)
              --keys N          keys that replays are spread over (100000)
            """;

    static Options of(String... arguments) {
        Options options = new Options(
                Mode.COMPARE, 5, 3, List.of(1, 16, 64), 200, 100_000, List.of(), List.of(), Optional.empty());
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private Options with(String name, Iterator<String> rest) {
        return switch (name) {
            case "--growth" -> mode(Mode.GROWTH);
            case "--cleaner" -> mode(Mode.CLEANER);
            case "--limiter" -> mode(Mode.LIMITER);
            case "--seconds" ->
                new Options(mode, number(name, rest), rounds, connections, rate, keys, only, peers, against);
            case "--rounds" ->
                new Options(mode, seconds, number(name, rest), connections, rate, keys, only, peers, against);
            case "--connections" ->
                new Options(
                        mode,
                        seconds,
                        rounds,
                        words(name, rest).stream().map(Integer::valueOf).toList(),
                        rate,
                        keys,
                        only,
                        peers,
                        against);
            case "--rate" ->
                new Options(mode, seconds, rounds, connections, number(name, rest), keys, only, peers, against);
            case "--keys" ->
                new Options(mode, seconds, rounds, connections, rate, number(name, rest), only, peers, against);
            case "--only" ->
                new Options(mode, seconds, rounds, connections, rate, keys, words(name, rest), peers, against);
            case "--peers" ->
                new Options(mode, seconds, rounds, connections, rate, keys, only, words(name, rest), against);
            case "--against" ->
                new Options(
                        mode, seconds, rounds, connections, rate, keys, only, peers, Optional.of(value(name, rest)));
            default -> throw new IllegalArgumentException("Unknown argument %s.%n%n%s".formatted(name, USAGE));
        };
    }

    private Options mode(Mode other) {
        return new Options(other, seconds, rounds, connections, rate, keys, only, peers, against);
    }

    boolean wants(Scenario scenario) {
        return only.isEmpty() || only.contains(scenario.word());
    }

    boolean wantsPeer(String name) {
        return peers.isEmpty() || peers.contains(name);
    }

    private static int number(String name, Iterator<String> rest) {
        int number = Integer.parseInt(value(name, rest));
        if (number < 1) {
            throw new IllegalArgumentException(name + " must be at least 1.");
        }
        return number;
    }

    private static List<String> words(String name, Iterator<String> rest) {
        return new ArrayList<>(List.of(value(name, rest).split(",")));
    }

    private static String value(String name, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(name + " needs a value.");
        }
        return rest.next();
    }
}
