package io.oncegate.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All samples of a run, and the tables that they make. */
final class Results {

    /** What a row is about; {@code connections} is 0 for the open loop. */
    record Row(Scenario scenario, int connections) {}

    private final Map<Row, Map<String, List<Sample>>> samples = new LinkedHashMap<>();

    void add(Row row, String contestant, Sample sample) {
        samples.computeIfAbsent(row, fresh -> new LinkedHashMap<>())
                .computeIfAbsent(contestant, fresh -> new ArrayList<>())
                .add(sample);
        System.err.printf(
                Locale.ROOT,
                "%-26s %3d %-12s %s%n",
                row.scenario().title(),
                row.connections(),
                contestant,
                cell(sample));
    }

    Optional<Sample> median(Row row, String contestant) {
        return Optional.ofNullable(samples.getOrDefault(row, Map.of()).get(contestant))
                .map(Sample::median);
    }

    /** How often {@code contestant}'s figure is contained in {@code subject}'s. */
    Optional<Double> ratio(Row row, String subject, String contestant, ToDoubleFunction<Sample> figure) {
        return median(row, subject)
                .flatMap(ours -> median(row, contestant)
                        .map(theirs -> figure.applyAsDouble(ours) / figure.applyAsDouble(theirs)));
    }

    /** Medians: answers per second, then p50 / p99. */
    void print(List<String> contestants) {
        line(contestants, "scenario | connections", Function.identity());
        line(contestants, "---|--:", name -> "--:");
        samples.forEach((row, cells) -> line(
                contestants,
                title(row),
                name -> median(row, name).map(Results::cell).orElse("")));
    }

    /** The subject's rate as a multiple of each other's, and its p99 likewise. */
    void printRatios(String subject, List<String> others) {
        line(others, "scenario | connections", name -> "rate : " + name + " | p99 : " + name);
        line(others, "---|--:", name -> "--:|--:");
        samples.forEach((row, cells) -> line(
                others,
                title(row),
                name -> quotient(ratio(row, subject, name, Sample::perSecond)) + " | "
                        + (name.equals("pgbench") ? "" : quotient(ratio(row, subject, name, Sample::p99)))));
    }

    private static String quotient(Optional<Double> ratio) {
        return ratio.map("%.2f"::formatted).orElse("");
    }

    private static String title(Row row) {
        return row.scenario().title() + " | " + (row.connections() == 0 ? "" : row.connections());
    }

    private static void line(List<String> columns, String head, Function<String, String> cell) {
        System.out.println("| " + head + " | "
                + String.join(" | ", columns.stream().map(cell).toList()) + " |");
    }

    static String cell(Sample sample) {
        return String.format(Locale.ROOT, "%.0f/s, %.1f / %.1f ms", sample.perSecond(), sample.p50(), sample.p99());
    }
}
