package io.oncegate.deploy;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Something that has to hold.
 *
 * @param <T> of what
 * @param complaint what is wrong where it does not
 * @param holds whether it does
 */
record Rule<T>(String complaint, Predicate<T> holds) {

    /** What is wrong with {@code subject}, each with its name in front. */
    static <T> Stream<String> complaints(String name, T subject, List<Rule<T>> rules) {
        return rules.stream().filter(rule -> !rule.holds().test(subject)).map(rule -> name + " " + rule.complaint());
    }
}
