package io.oncegate.testsupport;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a service's metrics say at one moment.
 *
 * @param values by series, which is a metric and its labels as they are written
 */
public record Scrape(Map<String, Double> values) {
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    public static Scrape of(ServiceProcess service) {
        var answer = RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/metrics"));
        assertThat(answer.status()).isEqualTo(200);
        return new Scrape(answer.text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(toMap(
                        line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))));
    }

    /** Of a series as it is written; zero where there is none. */
    public double value(String series) {
        return values.getOrDefault(series, 0.0);
    }

    /**
     * By how much the series of {@code metric} have grown since {@code before}; those that have not are left out. They are
     * named by the values of their labels, in the order in which they are written.
     */
    public Map<String, Long> since(Scrape before, String metric) {
        return values.keySet().stream()
                .filter(series -> metric(series).equals(metric))
                .filter(series -> value(series) != before.value(series))
                .collect(toMap(
                        series -> labels(series).map(Label::value).collect(Collectors.joining(" ")),
                        series -> Math.round(value(series) - before.value(series)),
                        Long::sum,
                        TreeMap::new));
    }

    /** The names of all metrics. */
    public Set<String> metrics() {
        return values.keySet().stream().map(Scrape::metric).collect(toSet());
    }

    /** The names of a metric's labels. */
    public Set<String> labelsOf(String metric) {
        return values.keySet().stream()
                .filter(series -> metric(series).equals(metric))
                .flatMap(Scrape::labels)
                .map(Label::name)
                .collect(toSet());
    }

    /** Each value of a label that there is anywhere. */
    public Set<String> labelValues() {
        return values.keySet().stream()
                .flatMap(Scrape::labels)
                .map(Label::value)
                .collect(toSet());
    }

    private static String metric(String series) {
        return series.replaceFirst("\\{.*", "");
    }

    private static Stream<Label> labels(String series) {
        return LABEL.matcher(series).results().map(found -> new Label(found.group(1), found.group(2)));
    }

    private record Label(String name, String value) {}
}
