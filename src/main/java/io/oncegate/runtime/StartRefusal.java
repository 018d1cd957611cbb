package io.oncegate.runtime;

import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Why the service did not start, as far as it can be told in sentences to whoever started it. The configuration library
 * tells it in its own words; here they become ours.
 */
final class StartRefusal {

    private static final String UNREADABLE_PREFIX =
            "(?s).*SRCFG00039: The config property (\\S+) with the config value ";
    private static final Pattern UNREADABLE =
            Pattern.compile(UNREADABLE_PREFIX + "\"(.*)\" threw an Exception whilst being converted (.*)");
    private static final Pattern MISSING = Pattern.compile("(?s).*SRCFG000(?:14|40): The config property (\\S+) .*");
    private static final Pattern OUT_OF_RANGE = Pattern.compile("([a-z][\\w-]*(?:\\.[\\w\"*-]+)+) (must .*?)\\.?");
    private static final Pattern FOREIGN_PREFIX = Pattern.compile("^(?:[\\w.]+(?:Exception|Error): )?(?:SRCFG\\d+: )?");

    private StartRefusal() {}

    /** What is to be said; empty when the failure is none that words help with. */
    static Optional<List<String>> sentences(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ConfigValidationException invalid) {
                return Optional.of(IntStream.range(0, invalid.getProblemCount())
                        .mapToObj(i -> sentence(invalid.getProblem(i).getMessage()))
                        .distinct()
                        .sorted()
                        .toList());
            }
            if (each instanceof QuarkusBindException taken) {
                return Optional.of(List.of("Port %d is in use by another process: free it, or set %s or %s."
                        .formatted(
                                taken.getPort(),
                                Setting.variable("quarkus.http.port"),
                                Setting.variable("quarkus.management.port"))));
            }
            if (each instanceof ConfigurationException || each instanceof NoSuchElementException) {
                return Optional.of(String.valueOf(each.getMessage())
                        .lines()
                        .map(StartRefusal::sentence)
                        .toList());
            }
        }
        return Optional.empty();
    }

    private static String sentence(String message) {
        Matcher unreadable = UNREADABLE.matcher(message);
        if (unreadable.matches()) {
            return "%s cannot be read: \"%s\" is not a value that it can take."
                    .formatted(Setting.named(unreadable.group(1)), unreadable.group(2));
        }
        Matcher missing = MISSING.matcher(message);
        if (missing.matches()) {
            return Setting.named(missing.group(1)) + " is not set.";
        }
        Matcher outOfRange = OUT_OF_RANGE.matcher(message);
        if (outOfRange.matches()) {
            return Setting.named(outOfRange.group(1)) + " " + outOfRange.group(2) + ".";
        }
        String rest = FOREIGN_PREFIX.matcher(message).replaceFirst("").strip();
        return rest.replaceAll("\\s+", " ") + (rest.endsWith(".") ? "" : ".");
    }
}
