package io.oncegate.deploy;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The series that a running service exports, by their names as Prometheus stores them ({@code _total}, {@code _bucket} and
 * the like included), with the names of their labels. A meter that has not counted anything yet may have no series: a
 * scrape says something only after traffic of each kind.
 */
final class ExportedMetrics {
    private static final String ONE_LABEL = "([a-zA-Z_]\\w*)=\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final Pattern LABEL = Pattern.compile(ONE_LABEL);
    private static final Pattern SAMPLE =
            Pattern.compile("^([a-zA-Z_:][\\w:]*)(?:\\{((?:%s,?)*)})? .+$".formatted(ONE_LABEL));

    /** What Prometheus itself adds to whatever it scrapes. */
    private static final Set<String> OF_THE_TARGET = Set.of("job", "instance", "__name__");

    private final Map<String, Set<String>> labels = new HashMap<>();

    private ExportedMetrics() {
        labels.put("up", Set.of());
    }

    /** What a service exports now. */
    static ExportedMetrics of(ServiceProcess service) {
        return in(RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text());
    }

    /** What stands in an answer of {@code /q/metrics}. */
    static ExportedMetrics in(String scrape) {
        var metrics = new ExportedMetrics();
        scrape.lines().map(SAMPLE::matcher).filter(sample -> sample.find()).forEach(sample -> {
            var names = metrics.labels.computeIfAbsent(sample.group(1), name -> new HashSet<>());
            if (sample.group(2) != null) {
                LABEL.matcher(sample.group(2)).results().forEach(label -> names.add(label.group(1)));
            }
        });
        return metrics;
    }

    /** Makes these known too, with whatever labels: what recording rules make. */
    ExportedMetrics and(Collection<String> recorded) {
        var all = new ExportedMetrics();
        all.labels.putAll(labels);
        recorded.forEach(name -> all.labels.put(name, Set.of("*")));
        return all;
    }

    Set<String> names() {
        return new TreeSet<>(labels.keySet());
    }

    /** What {@code expression} reads that is not exported: a sentence each, none if all of it is. */
    List<String> problemsOf(String expression) {
        var query = PromQuery.parse(expression);
        var problems = new ArrayList<String>();
        if (query.selectors().isEmpty()) {
            problems.add("It reads no metric.");
        }
        var known = new HashSet<String>();
        for (var selector : query.selectors()) {
            var names = labels.get(selector.metric());
            if (names == null) {
                problems.add("There is no metric \"%s\".".formatted(selector.metric()));
                continue;
            }
            known.addAll(names);
            selector.matchers().stream()
                    .map(PromQuery.LabelMatcher::label)
                    .filter(label -> !has(names, label))
                    .map(label -> "%s has no label \"%s\".".formatted(selector.metric(), label))
                    .forEach(problems::add);
        }
        query.grouping().stream()
                .filter(label -> !has(known, label))
                .map(label -> "Nothing in it has a label \"%s\" to group by.".formatted(label))
                .forEach(problems::add);
        return problems;
    }

    private static boolean has(Set<String> names, String label) {
        return names.contains(label) || names.contains("*") || OF_THE_TARGET.contains(label);
    }
}
