package io.oncegate.bench;

import io.oncegate.bench.Results.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The service against its peers: all run, one at a time is driven, in turn, round by round. */
final class Comparison {

    static final String SUBJECT = "oncegate";

    private static final String DATABASE = "bench";
    private static final List<String> PEERS = List.of("express", "spring", "constant");
    /** What writes, and so is measured from a checkpoint on. */
    private static final Set<Scenario> WRITING =
            Set.of(Scenario.NEW, Scenario.MIXED, Scenario.PAID, Scenario.MESSAGES, Scenario.OPEN);
    /** What the constant answer is the limit of. */
    private static final Set<Scenario> ANSWERED_FROM_MEMORY = Set.of(Scenario.HOT, Scenario.DENIED);

    private static final int WARM_UP_SECONDS = 15;

    private final Options options;
    private final Servers servers;
    private final Wrk wrk;
    private final Results results = new Results();
    private final Map<String, Contestant> contestants = new LinkedHashMap<>();
    private final Map<String, String> databases = new HashMap<>();
    private final List<AutoCloseable> running = new ArrayList<>();

    private Comparison(Options options, Servers servers) {
        this.options = options;
        this.servers = servers;
        this.wrk = new Wrk(options.keys());
    }

    static void run(Options options) throws Exception {
        try (Servers servers = Servers.start()) {
            Comparison comparison = new Comparison(options, servers);
            try {
                comparison.run();
            } finally {
                for (AutoCloseable program : comparison.running) {
                    program.close();
                }
            }
        }
    }

    private void run() {
        Oncegate subject = service(SUBJECT, Path.of("."), DATABASE);
        options.against()
                .ifPresent(revision -> service(revision, Path.of("target/bench/against"), DATABASE + "_against"));
        servers.create("peers");
        PEERS.stream().filter(options::wantsPeer).forEach(name -> {
            Peer peer = Peer.start(name, servers.forPeer("peers"));
            running.add(peer);
            contestants.put(name, peer.contestant());
        });
        contestants.values().forEach(this::prepare);
        for (int round = 1; round <= options.rounds(); round++) {
            System.err.printf("round %d of %d%n", round, options.rounds());
            measureAll();
        }
        List<String> names = new ArrayList<>(contestants.keySet());
        if (options.wantsPeer("pgbench")) {
            names.add("pgbench");
        }
        Machine.print(servers);
        results.print(names);
        System.out.println();
        results.printRatios(SUBJECT, names.subList(1, names.size()));
        System.out.println();
        new PerRequest(servers, wrk, DATABASE).print(subject);
        System.out.println();
        Targets.print(results);
    }

    private Oncegate service(String name, Path folder, String database) {
        servers.create(database);
        Oncegate service = Oncegate.start(name, folder, servers.forService(database));
        running.add(service);
        contestants.put(name, service.contestant());
        databases.put(name, database);
        return service;
    }

    /** Until its compilers have seen all of it; caches and tables are filled on the way. */
    private void prepare(Contestant contestant) {
        System.err.printf("warming up %s%n", contestant.name());
        if (contestant.name().equals("constant")) {
            wrk.measure(contestant, Scenario.HOT, 64, WARM_UP_SECONDS);
            return;
        }
        wrk.begin(contestant);
        wrk.measure(contestant, Scenario.NEW, 64, 2 * WARM_UP_SECONDS);
        wrk.measure(contestant, Scenario.HOT, 64, WARM_UP_SECONDS);
        wrk.measure(contestant, Scenario.DENIED, 64, WARM_UP_SECONDS);
        for (Scenario further : List.of(Scenario.PAID, Scenario.MESSAGES)) {
            if (options.wants(further) && contestant.can(further)) {
                wrk.measure(contestant, further, 64, WARM_UP_SECONDS);
                forgetWaiting(contestant);
            }
        }
        if (options.wants(Scenario.SPREAD)) {
            wrk.fill(contestant);
        }
    }

    private void measureAll() {
        for (Scenario scenario : Scenario.values()) {
            if (options.wants(scenario)) {
                for (int connections : scenario.isClosedLoop() ? options.connections() : List.of(0)) {
                    measure(new Row(scenario, connections));
                }
            }
        }
    }

    private void measure(Row row) {
        for (Contestant contestant : contestants.values()) {
            if (!contestant.can(row.scenario())) {
                continue;
            }
            if (contestant.name().equals("constant") && !ANSWERED_FROM_MEMORY.contains(row.scenario())) {
                continue;
            }
            if (WRITING.contains(row.scenario())) {
                servers.checkpoint();
            }
            sample(contestant, row).ifPresent(sample -> results.add(row, contestant.name(), sample));
            forgetWaiting(contestant);
        }
        if (row.scenario() == Scenario.NEW && options.wantsPeer("pgbench")) {
            servers.checkpoint();
            results.add(
                    row,
                    "pgbench",
                    new PgBench(servers.forPeer(DATABASE)).measure(row.connections(), options.seconds()));
        }
    }

    /** Messages that wait for their gateway would be sent while something else is measured. */
    private void forgetWaiting(Contestant contestant) {
        if (contestant.can(Scenario.MESSAGES)) {
            servers.sql(databases.get(contestant.name()), "DELETE FROM messages WHERE status = 'ready'");
        }
    }

    private Optional<Sample> sample(Contestant contestant, Row row) {
        if (row.scenario() == Scenario.DISPATCH) {
            return new Dispatch(servers.sandbox()).measure(contestant, options.seconds());
        }
        if (row.scenario() == Scenario.OPEN) {
            return Optional.of(new OpenLoop(options.rate()).measure(contestant, options.seconds()));
        }
        // The constant answer is the same one, whoever asks.
        Scenario asked = contestant.name().equals("constant") ? Scenario.HOT : row.scenario();
        return Optional.of(wrk.measure(contestant, asked, row.connections(), options.seconds()));
    }
}
