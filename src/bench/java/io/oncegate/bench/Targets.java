package io.oncegate.bench;

import io.oncegate.bench.Results.Row;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What the service is held to, as multiples of the others' figures of the same run, at 64 connections. */
final class Targets {

    private static final Row NEW = new Row(Scenario.NEW, 64);
    private static final Row HOT = new Row(Scenario.HOT, 64);
    private static final Row DENIED = new Row(Scenario.DENIED, 64);

    private final Results results;

    private Targets(Results results) {
        this.results = results;
    }

    static void print(Results results) {
        System.out.println("| at 64 connections | to reach | measured | |");
        System.out.println("|---|--:|--:|---|");
        Targets targets = new Targets(results);
        targets.atLeast("new orders, rate : express", NEW, "express", 5);
        targets.atMost("new orders, p99 : express", NEW, "express", 1);
        targets.atLeast("new orders, rate : spring", NEW, "spring", 2.5);
        targets.atMost("new orders, p99 : spring", NEW, "spring", 1);
        targets.atLeast("new orders, rate : pgbench", NEW, "pgbench", 0.45);
        targets.atLeast("hot replays, rate : express", HOT, "express", 12);
        targets.atLeast("hot replays, rate : constant", HOT, "constant", 0.40);
        targets.atLeast("denied, rate : express", DENIED, "express", 5);
        targets.atLeast("denied, rate : constant", DENIED, "constant", 0.60);
    }

    private void atLeast(String title, Row row, String other, double least) {
        ratio(row, other, Sample::perSecond)
                .ifPresent(measured -> line(title, "at least " + least, measured, measured >= least));
    }

    private void atMost(String title, Row row, String other, double most) {
        ratio(row, other, Sample::p99)
                .ifPresent(measured -> line(title, "at most " + most, measured, measured <= most));
    }

    private Optional<Double> ratio(Row row, String other, ToDoubleFunction<Sample> figure) {
        return results.ratio(row, Comparison.SUBJECT, other, figure);
    }

    private static void line(String title, String bound, double measured, boolean reached) {
        System.out.printf(
                Locale.ROOT, "| %s | %s | %.2f | %s |%n", title, bound, measured, reached ? "reached" : "missed");
    }
}
