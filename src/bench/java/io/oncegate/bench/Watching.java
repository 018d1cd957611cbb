package io.oncegate.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The largest values of some meters while something else happens. */
final class Watching implements AutoCloseable {

    /** Telling its meters costs the service something. */
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final Oncegate service;
    private final List<String> meters;
    private final Map<String, Double> largest = new HashMap<>();
    private final Thread thread = new Thread(this::watch, "watching");
    private volatile boolean ended;

    private Watching(Oncegate service, List<String> meters) {
        this.service = service;
        this.meters = meters;
    }

    static Watching begin(Oncegate service, String... meters) {
        Watching watching = new Watching(service, List.of(meters));
        watching.thread.start();
        return watching;
    }

    private void watch() {
        while (!ended) {
            String metrics = service.metrics();
            synchronized (largest) {
                meters.forEach(meter -> largest.merge(meter, Oncegate.sum(metrics, meter), Math::max));
            }
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
    }

    double largest(String meter) {
        synchronized (largest) {
            return largest.getOrDefault(meter, 0.0);
        }
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        thread.join();
    }
}
