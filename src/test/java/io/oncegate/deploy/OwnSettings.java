package io.oncegate.deploy;

import io.oncegate.house.Readme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The settings of the service, as the configuration table of the README has them. */
final class OwnSettings {
    private static final List<List<String>> TABLE = table();

    private OwnSettings() {}

    /** Whether an environment variable is a setting of the service. */
    static boolean isKnown(String variable) {
        return TABLE.stream()
                .map(row -> row.get(0).replace("`", ""))
                .map(setting ->
                        Pattern.quote(variable(setting.replace("*", "~"))).replace("~", "\\E[A-Z0-9_]+\\Q"))
                .anyMatch(variable::matches);
    }

    /** What is set in the environment, or else the default. */
    static String value(String setting, Map<String, String> environment) {
        return environment.getOrDefault(variable(setting), defaultOf(setting));
    }

    static Duration duration(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }

    private static String variable(String setting) {
        return setting.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9~]", "_");
    }

    private static String defaultOf(String setting) {
        return TABLE.stream()
                .filter(row -> row.get(0).equals("`" + setting + "`"))
                .map(row -> row.get(1).replace("`", ""))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no setting " + setting));
    }

    private static List<List<String>> table() {
        try {
            return Readme.table("## Configuration");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
