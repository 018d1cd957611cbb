package io.oncegate.bench;

import io.oncegate.bench.Results.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What more keys, and more instances, do to new orders. */
final class Growth {

    private static final int CONNECTIONS = 64;
    private static final int MOST_INSTANCES = 3;
    private static final int WARM_UP_SECONDS = 15;

    private final Options options;
    private final Servers servers;
    private final Wrk wrk;

    private Growth(Options options, Servers servers) {
        this.options = options;
        this.servers = servers;
        this.wrk = new Wrk(options.keys());
    }

    static void run(Options options) {
        try (Servers servers = Servers.start()) {
            Growth growth = new Growth(options, servers);
            Machine.print(servers);
            growth.keys();
            System.out.println();
            growth.instances();
        }
    }

    /** One database and one instance for each number of keys, so that they can be measured in turn. */
    private void keys() {
        Results results = new Results();
        Map<String, Oncegate> services = new LinkedHashMap<>();
        try {
            for (int stored : options.stored()) {
                String database = "keys_" + stored;
                servers.create(database);
                Oncegate service = Oncegate.start(name(stored), Path.of("."), servers.forService(database));
                services.put(name(stored), service);
                new StoredKeys(servers, database).living(stored);
                wrk.measure(service.contestant(), Scenario.NEW, CONNECTIONS, WARM_UP_SECONDS);
            }
            for (int round = 0; round < options.rounds(); round++) {
                services.forEach((name, service) -> {
                    servers.checkpoint();
                    results.add(
                            new Row(Scenario.NEW, CONNECTIONS),
                            name,
                            wrk.measure(service.contestant(), Scenario.NEW, CONNECTIONS, options.seconds()));
                });
                services.forEach((name, service) -> {
                    servers.checkpoint();
                    results.add(
                            new Row(Scenario.OPEN, 0),
                            name,
                            new OpenLoop(options.rate()).measure(service.contestant(), options.seconds()));
                });
            }
        } finally {
            services.values().forEach(Oncegate::close);
        }
        results.print(List.copyOf(services.keySet()));
        System.out.println();
        List<Integer> stored = options.stored();
        results.printRatios(
                name(stored.get(stored.size() - 1)),
                stored.subList(0, stored.size() - 1).stream().map(Growth::name).toList());
    }

    private static String name(int stored) {
        return stored + " keys";
    }

    /** The same load, spread over all instances. */
    private void instances() {
        Results results = new Results();
        List<Oncegate> services = new ArrayList<>();
        servers.create("instances");
        try {
            for (int number = 1; number <= MOST_INSTANCES; number++) {
                Oncegate service = Oncegate.start("instance", Path.of("."), servers.forService("instances"));
                services.add(service);
                wrk.measure(service.contestant(), Scenario.NEW, CONNECTIONS, WARM_UP_SECONDS);
            }
            for (int round = 0; round < options.rounds(); round++) {
                for (int number = 1; number <= MOST_INSTANCES; number++) {
                    servers.checkpoint();
                    results.add(
                            new Row(Scenario.NEW, CONNECTIONS), title(number), together(services.subList(0, number)));
                }
            }
        } finally {
            services.forEach(Oncegate::close);
        }
        results.print(List.of(title(1), title(2), title(3)));
    }

    private static String title(int instances) {
        return instances == 1 ? "1 instance" : instances + " instances";
    }

    /** Rates add up; of the latencies the worst counts. */
    private Sample together(List<Oncegate> services) {
        List<CompletableFuture<Sample>> measurements = services.stream()
                .map(service -> CompletableFuture.supplyAsync(
                        () -> wrk.measure(
                                service.contestant(), Scenario.NEW, CONNECTIONS / services.size(), options.seconds()),
                        task -> new Thread(task).start()))
                .toList();
        List<Sample> samples =
                measurements.stream().map(CompletableFuture::join).toList();
        return new Sample(
                samples.stream().mapToDouble(Sample::perSecond).sum(),
                samples.stream().mapToDouble(Sample::p50).max().orElseThrow(),
                samples.stream().mapToDouble(Sample::p99).max().orElseThrow());
    }
}
