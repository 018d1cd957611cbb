package io.oncegate.runtime;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Settings of ours that were given and that nobody reads: a slip of the pen, or another version's. They are told and no
 * more, since two versions share their settings while a deployment rolls.
 */
final class UnknownSettings {

    private static final String OURS = "oncegate.";
    private static final String OURS_AS_VARIABLE = "ONCEGATE_";

    private final List<Pattern> known;

    /** {@code known}: names with {@code *} for a name of the operator's choice and {@code [*]} for an index. */
    UnknownSettings(Collection<String> known) {
        this.known = known.stream()
                .flatMap(name -> Stream.of(property(name), variable(name)))
                .map(Pattern::compile)
                .toList();
    }

    /** Those of {@code given} (properties and environment variables) that are ours and unknown, in order. */
    List<String> among(Collection<String> given) {
        return given.stream()
                .filter(name -> name.startsWith(OURS) || name.startsWith(OURS_AS_VARIABLE))
                .filter(name -> known.stream()
                        .noneMatch(pattern -> pattern.matcher(name).matches()))
                .sorted()
                .toList();
    }

    private static String property(String name) {
        return "\\Q" + name.replace("[*]", "\\E\\[\\d+\\]\\Q").replace("*", "\\E(?:[^.\"]+|\"[^\"]+\")\\Q") + "\\E";
    }

    private static String variable(String name) {
        return Setting.variable(name.replace("[*]", "0n0").replace("*", "0x0"))
                .replace("0N0", "_\\d+_")
                .replace("0X0", ".+");
    }
}
