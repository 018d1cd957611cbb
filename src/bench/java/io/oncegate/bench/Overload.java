package io.oncegate.bench;

import io.oncegate.bench.Traffic.Outcome;
import io.oncegate.bench.Traffic.Stream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** What the service does with more than it can do: one table of figures. */
final class Overload {

    private static final String DATABASE = "overload";
    private static final String DEPTH = "oncegate_overload_queue_depth";
    private static final String IN_FLIGHT = "oncegate_overload_inflight";
    private static final String VICTIMS = "oncegate_overload_victims_total";
    private static final int CREATED = 201;
    private static final int QUIET_TENANTS = 5;
    /** Of the plan standard: what ships. */
    private static final int LIMIT_PER_SECOND = 10;

    private static final int WARM_UP_SECONDS = 10;
    private static final int CONNECTIONS = 64;
    /** Of all that come, those whose answers are measured. */
    private static final int PROBES_PER_SECOND = 50;
    /** Refusals are rare before: their code is cold, and so are a hundred connections. */
    private static final int WARM_UP_BURSTS = 10;

    private final Options options;
    private final Servers servers;

    private Overload(Options options, Servers servers) {
        this.options = options;
        this.servers = servers;
    }

    static void run(Options options) throws Exception {
        try (Servers servers = Servers.start()) {
            Machine.print(servers);
            System.out.println("| what | figure |");
            System.out.println("|---|---|");
            Overload overload = new Overload(options, servers);
            overload.refusals();
            overload.budgets();
            overload.neighbours();
            overload.tenfold();
        }
    }

    /** 10 permits, 20 may wait, PostgreSQL takes half a second: 100 at once. */
    private void refusals() throws Exception {
        try (Oncegate service = start(few());
                Traffic traffic = new Traffic(service.contestant().url())) {
            Stream stream = Stream.of(service.contestant().key());
            traffic.closedLoop(stream, 10, WARM_UP_SECONDS);
            ordersTake(0.5);
            for (int i = 0; i < WARM_UP_BURSTS; i++) {
                traffic.burst(stream, 100);
            }
            try (Watching depth = Watching.begin(service, DEPTH)) {
                Outcome outcome = traffic.burst(stream, 100);
                row(
                        "100 at once, 10 permits, 20 may wait, 0.5 s each",
                        "%d served, %d refused after %.1f / %.1f ms (p50, p99); deepest queue %.0f",
                        outcome.count(CREATED),
                        outcome.count(503),
                        outcome.quantile(503, 0.5),
                        outcome.quantile(503, 0.99),
                        depth.largest(DEPTH));
            }
        }
    }

    /** PostgreSQL takes 2 s, callers have 300 ms. */
    private void budgets() throws Exception {
        try (Oncegate service = start(few());
                Traffic traffic = new Traffic(service.contestant().url())) {
            traffic.closedLoop(Stream.of(service.contestant().key()), 10, WARM_UP_SECONDS);
            ordersTake(2);
            long before = orders();
            Outcome outcome = traffic.burst(new Stream(service.contestant().key(), "", 300), 30);
            LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
            row(
                    "PostgreSQL takes 2 s, 30 callers have 300 ms",
                    "answered after %.0f / %.0f ms (p50, p99); %d of 30 were sent to PostgreSQL",
                    outcome.quantile(503, 0.5),
                    outcome.quantile(503, 0.99),
                    orders() - before);
        }
    }

    /** Five tenants at half their limit: alone, beside one at a hundred times its own, and beside one that is slow. */
    private void neighbours() throws Exception {
        Map<String, String> environment = new HashMap<>();
        environment.put("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT_CAPACITY", String.valueOf(2 * LIMIT_PER_SECOND));
        environment.put("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT_REFILL", LIMIT_PER_SECOND + "/s");
        try (Oncegate service = start(environment);
                Traffic traffic = new Traffic(service.contestant().url())) {
            traffic.closedLoop(Stream.of(service.contestant().key()), CONNECTIONS, WARM_UP_SECONDS);
            List<Stream> quiet = IntStream.range(0, QUIET_TENANTS)
                    .mapToObj(each -> Stream.of(service.keyOf("quiet-" + each, "standard", "")))
                    .toList();
            String noisy = service.keyOf("noisy", "standard", "stripe");
            Quiet alone = quiet(traffic, quiet, null);
            Quiet besideNoise = quiet(
                    traffic,
                    quiet,
                    seconds -> Wrk.flood(service.contestant().url(), noisy, 100 * LIMIT_PER_SECOND, seconds));
            Stream hanging = new Stream(noisy, "sandbox:hang(2000)", 0);
            Quiet besideSlow = quiet(traffic, quiet, seconds -> open(traffic, hanging, LIMIT_PER_SECOND - 1, seconds));
            row("five tenants at half their limit, alone", "p95 %.1f ms", alone.p95());
            row(
                    "beside one at 100 times its limit",
                    "p95 %.1f ms (%.2f); %d times 429, %d times 503 of %d",
                    besideNoise.p95(),
                    besideNoise.p95() / alone.p95(),
                    besideNoise.limited(),
                    besideNoise.shed(),
                    besideNoise.all());
            row(
                    "beside one just under its limit whose payments hang",
                    "p95 %.1f ms (%.2f); %d times 429, %d times 503 of %d; victims of all three: %.0f",
                    besideSlow.p95(),
                    besideSlow.p95() / alone.p95(),
                    besideSlow.limited(),
                    besideSlow.shed(),
                    besideSlow.all(),
                    service.meter(VICTIMS));
        }
    }

    /** What somebody else does meanwhile. */
    private interface Noise {

        void make(int seconds);
    }

    private record Quiet(double p95, int limited, int shed, int all) {}

    private Quiet quiet(Traffic traffic, List<Stream> streams, Noise noise) {
        int seconds = options.seconds() * 2;
        CompletableFuture<Void> noisy = CompletableFuture.runAsync(() -> {
            if (noise != null) {
                noise.make(seconds);
            }
        });
        List<CompletableFuture<Outcome>> quiet = streams.stream()
                .map(stream -> CompletableFuture.supplyAsync(
                        () -> open(traffic, stream, LIMIT_PER_SECOND / 2, seconds),
                        command -> new Thread(command).start()))
                .toList();
        List<Outcome> outcomes = quiet.stream().map(CompletableFuture::join).toList();
        noisy.join();
        double[] all = outcomes.stream()
                .flatMapToDouble(one -> Arrays.stream(one.latencies().getOrDefault(CREATED, new double[0])))
                .sorted()
                .toArray();
        return new Quiet(
                all.length == 0 ? Double.NaN : all[(int) (all.length * 0.95)],
                outcomes.stream().mapToInt(one -> one.count(429)).sum(),
                outcomes.stream().mapToInt(one -> one.count(503)).sum(),
                outcomes.stream().mapToInt(Outcome::all).sum());
    }

    private static Outcome open(Traffic traffic, Stream stream, int perSecond, int seconds) {
        try {
            return traffic.openLoop(stream, perSecond, seconds);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Ten times the average, which is a third of what the instance can do, for a minute. */
    private void tenfold() throws Exception {
        try (Oncegate service = start(Map.of());
                Traffic traffic = new Traffic(service.contestant().url())) {
            Contestant ours = service.contestant();
            Wrk closed = new Wrk(1);
            var warm = closed.measure(ours, Scenario.NEW, CONNECTIONS, WARM_UP_SECONDS);
            double best = closed.measure(ours, Scenario.NEW, CONNECTIONS, 2 * options.seconds())
                    .perSecond();
            int average = Math.max(1, (int) (best / 3));
            long memoryBefore = residentMegabytes(service.pid());
            int seconds = options.overloadSeconds();
            try (Watching watching = Watching.begin(service, DEPTH, IN_FLIGHT)) {
                long before = orders();
                CompletableFuture<Void> flood = CompletableFuture.runAsync(
                        () -> Wrk.flood(ours.url(), ours.key(), 10 * average - PROBES_PER_SECOND, seconds));
                Outcome probed = traffic.openLoop(Stream.of(ours.key()), PROBES_PER_SECOND, seconds);
                flood.join();
                long end = System.nanoTime();
                double recovery = secondsUntilQuiet(service, end);
                double served = (double) (orders() - before) / seconds;
                row(
                        "ten times the average (%d/s) for %d s".formatted(average, seconds),
                        "%.0f/s served, %.2f of the peak of %.0f/s; p50, p99 of those %.0f, %.0f ms;"
                                + " refused after %.1f, %.1f ms",
                        served,
                        served / best,
                        best,
                        probed.quantile(CREATED, 0.5),
                        probed.quantile(CREATED, 0.99),
                        probed.quantile(503, 0.5),
                        probed.quantile(503, 0.99));
                row(
                        "meanwhile",
                        "deepest queue %.0f, most in flight %.0f, quiet again after %.1f s, resident memory %d MB before"
                                + " and %d MB after",
                        watching.largest(DEPTH),
                        watching.largest(IN_FLIGHT),
                        recovery,
                        memoryBefore,
                        residentMegabytes(service.pid()));
            }
        }
    }

    private static double secondsUntilQuiet(Oncegate service, long end) {
        while (service.meter(DEPTH) > 0 || service.meter(IN_FLIGHT) > 0) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return (System.nanoTime() - end) / 1e9;
    }

    private static long residentMegabytes(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .map(line -> line.replaceAll("[^0-9]", ""))
                        .mapToLong(Long::parseLong)
                        .findFirst()
                        .orElse(0)
                / 1024;
    }

    private static Map<String, String> few() {
        Map<String, String> few = new HashMap<>();
        few.put("ONCEGATE_OVERLOAD_PERMITS_FLOOR", "10");
        few.put("ONCEGATE_OVERLOAD_PERMITS_CEILING", "10");
        few.put("ONCEGATE_OVERLOAD_QUEUE_CRITICAL", "20");
        few.put("ONCEGATE_OVERLOAD_QUEUE_PER_TENANT", "20");
        few.put("ONCEGATE_DB_STATEMENT_TIMEOUT", "10s");
        few.put("ONCEGATE_DB_REPLY_TIMEOUT", "11s");
        return few;
    }

    private Oncegate start(Map<String, String> more) {
        servers.create(DATABASE);
        Oncegate service = Oncegate.start("oncegate", Path.of("."), servers.forService(DATABASE), more);
        servers.sql(DATABASE, "CREATE TABLE slowness (seconds double precision)");
        servers.sql(DATABASE, "INSERT INTO slowness VALUES (0)");
        return service;
    }

    /** Only where it is wanted: a trigger costs each order something. */
    private void ordersTake(double seconds) {
        servers.sql(DATABASE, "UPDATE slowness SET seconds = " + seconds);
        servers.sql(
                DATABASE,
                "CREATE OR REPLACE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN PERFORM pg_sleep(seconds) FROM slowness; RETURN new; END'");
        servers.sql(
                DATABASE, "CREATE TRIGGER take_long BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION take_long()");
    }

    private long orders() {
        return servers.number(DATABASE, "SELECT count(*) FROM orders");
    }

    private static void row(String what, String figure, Object... values) {
        System.out.printf(Locale.ROOT, "| %s | %s |%n", what, figure.formatted(values));
    }
}
