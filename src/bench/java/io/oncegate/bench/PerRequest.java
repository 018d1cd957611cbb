package io.oncegate.bench;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What one request costs, counted by those who serve it: round trips by PostgreSQL and Redis, bytes by the JVM. */
final class PerRequest {

    private static final int SECONDS = 10;
    private static final List<Scenario> COUNTED = List.of(Scenario.NEW, Scenario.HOT, Scenario.SPREAD, Scenario.DENIED);

    private final Servers servers;
    private final Wrk wrk;
    private final String database;

    PerRequest(Servers servers, Wrk wrk, String database) {
        this.servers = servers;
        this.wrk = wrk;
        this.database = database;
    }

    private record Counts(double transactions, double scripts, double bytes) {}

    void print(Oncegate service) {
        System.out.println("| one request | PostgreSQL round trips | Redis round trips | allocated |");
        System.out.println("|---|--:|--:|--:|");
        for (Scenario scenario : COUNTED) {
            Counts before = counts(service);
            Sample sample = wrk.measure(service.contestant(), scenario, 16, SECONDS);
            Counts after = counts(service);
            double requests = sample.perSecond() * SECONDS;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.3f | %.3f | %.1f KiB |%n",
                    scenario.title(),
                    (after.transactions - before.transactions) / requests,
                    (after.scripts - before.scripts) / requests,
                    (after.bytes - before.bytes) / requests / 1024);
        }
    }

    private Counts counts(Oncegate service) {
        return new Counts(transactions(), servers.scriptsRun(), service.meter("jvm_gc_memory_allocated_bytes_total"));
    }

    /** PostgreSQL's processes report what they did when they had nothing to do for ten seconds. */
    private long transactions() {
        try {
            TimeUnit.SECONDS.sleep(11);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return servers.number(
                database,
                "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = '%s'".formatted(database));
    }
}
