package io.oncegate.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One measurement.
 *
 * @param perSecond answers per second
 * @param p50 milliseconds
 * @param p99 milliseconds
 */
record Sample(double perSecond, double p50, double p99) {

    /** Each figure's median by itself. */
    static Sample median(List<Sample> samples) {
        return new Sample(
                median(samples, Sample::perSecond), median(samples, Sample::p50), median(samples, Sample::p99));
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
