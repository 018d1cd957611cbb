package io.oncegate.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** New orders at a constant rate, in turn without anything to clean and while expired keys are cleaned away. */
final class Cleaning {

    private static final String DATABASE = "cleaning";
    private static final int EXPIRED = 1_000_000;
    private static final int SECONDS = 15;
    private static final int WARM_UP_SECONDS = 20;

    static void run(Options options) {
        try (Servers servers = Servers.start()) {
            servers.create(DATABASE);
            Map<String, String> environment = new HashMap<>(servers.forService(DATABASE));
            environment.put("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1s");
            try (Oncegate service = Oncegate.start("oncegate", Path.of("."), environment)) {
                Machine.print(servers);
                measure(options, servers, service.contestant());
            }
        }
    }

    private static void measure(Options options, Servers servers, Contestant service) {
        StoredKeys keys = new StoredKeys(servers, DATABASE);
        OpenLoop load = new OpenLoop(options.rate());
        load.measure(service, WARM_UP_SECONDS);
        List<Sample> idle = new ArrayList<>();
        List<Sample> cleaning = new ArrayList<>();
        System.out.printf("%d orders/s, %d s each, in turn%n%n", options.rate(), SECONDS);
        System.out.println(
                "| round | nothing to clean: p50, p99 ms | cleaning: p50, p99 ms | keys cleaned/s | p99 ratio |");
        System.out.println("|---|---|---|---|---|");
        for (int round = 1; round <= options.rounds(); round++) {
            servers.checkpoint();
            Sample quiet = load.measure(service, SECONDS);
            keys.expired(EXPIRED);
            long before = keys.stillExpired();
            Sample loaded = load.measure(service, SECONDS);
            long after = keys.stillExpired();
            idle.add(quiet);
            cleaning.add(loaded);
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.2f, %.2f | %.2f, %.2f | %d%s | %.2f |%n",
                    round,
                    quiet.p50(),
                    quiet.p99(),
                    loaded.p50(),
                    loaded.p99(),
                    (before - after) / SECONDS,
                    after == 0 ? " (done early)" : "",
                    loaded.p99() / quiet.p99());
            awaitNone(keys);
        }
        Sample quiet = Sample.median(idle);
        Sample loaded = Sample.median(cleaning);
        System.out.printf(
                Locale.ROOT,
                "%nmedian p99: %.2f ms cleaning, %.2f ms not; ratio %.2f%n",
                loaded.p99(),
                quiet.p99(),
                loaded.p99() / quiet.p99());
    }

    private static void awaitNone(StoredKeys keys) {
        while (keys.stillExpired() > 0) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
    }

    private Cleaning() {}
}
