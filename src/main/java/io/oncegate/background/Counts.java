package io.oncegate.background;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one run of a {@link PeriodicTask} did, each kind of thing with its number, in the order in which a log line names
 * them. Immutable.
 */
public final class Counts {

    /** Nothing was done, or nothing that is worth a log line. */
    public static final Counts NOTHING = new Counts(Map.of());

    private final Map<String, Long> numbers;

    private Counts(Map<String, Long> numbers) {
        this.numbers = numbers;
    }

    /** {@code number} things of one kind; zero of them count as nothing. */
    public static Counts of(String kind, long number) {
        return NOTHING.and(kind, number);
    }

    /** These, and {@code number} things of another kind. */
    public Counts and(String kind, long number) {
        if (number == 0) {
            return this;
        }
        Map<String, Long> more = new LinkedHashMap<>(numbers);
        more.merge(kind, number, Long::sum);
        return new Counts(more);
    }

    /** True when there is nothing to tell. */
    public boolean nothing() {
        return numbers.isEmpty();
    }

    /** As a log line says it: {@code removed=12 kept=3}. */
    @Override
    public String toString() {
        return numbers.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }
}
