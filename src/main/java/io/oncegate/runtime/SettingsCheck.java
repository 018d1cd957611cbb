package io.oncegate.runtime;

import static io.oncegate.runtime.Setting.named;

import io.oncegate.ops.DrainConfig;
import io.oncegate.phase.DatabaseConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What is missing in the settings, and which of them contradict each other. Each feature's part is a method; values that
 * cannot be read, or are out of a range of their own, never come this far.
 */
final class SettingsCheck {

    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(10);
    private static final int HIGHEST_PORT = 65_535;

    private final Predicate<String> isSet;
    private final List<String> faults = new ArrayList<>();

    /** {@code isSet} tells whether a setting was given at all, be it empty. */
    SettingsCheck(Predicate<String> isSet) {
        this.isSet = isSet;
    }

    /** A sentence each; none when all is well. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    SettingsCheck database(DatabaseConfig database) {
        required("oncegate.db.host", database.host().isPresent(), "name the host that PostgreSQL runs on");
        required("oncegate.db.name", database.name().isPresent(), "name the database");
        required("oncegate.db.user", database.user().isPresent(), "name the user that owns the tables");
        required(
                "oncegate.db.password",
                isSet.test("oncegate.db.password"),
                "give the user's password, or an empty one");
        positive("oncegate.db.connect-timeout", database.connectTimeout());
        positive("oncegate.db.statement-timeout", database.statementTimeout());
        positive("oncegate.db.reply-timeout", database.replyTimeout());
        if (database.replyTimeout().compareTo(database.statementTimeout()) <= 0) {
            faults.add("%s must be longer than %s, or a statement is sent again while the first one may still commit."
                    .formatted(named("oncegate.db.reply-timeout"), named("oncegate.db.statement-timeout")));
        }
        if (database.idleTimeout().toSeconds() <= database.replyTimeout().toSeconds()) {
            faults.add("%s must be longer than %s, or connections are closed under their statements."
                    .formatted(named("oncegate.db.idle-timeout"), named("oncegate.db.reply-timeout")));
        }
        return this;
    }

    SettingsCheck drain(DrainConfig drain) {
        if (drain.drainDelay().isNegative() || drain.drainDelay().compareTo(LONGEST_DRAIN) > 0) {
            faults.add(
                    "%s must be from 0 to %d s.".formatted(named("oncegate.drain-delay"), LONGEST_DRAIN.toSeconds()));
        }
        return this;
    }

    /** The ports by the names of their settings; 0 takes a free one. */
    SettingsCheck ports(Map<String, Integer> ports) {
        ports.forEach((setting, port) -> {
            if (port < 0 || port > HIGHEST_PORT) {
                faults.add("%s must be from 0 to %d.".formatted(named(setting), HIGHEST_PORT));
            }
        });
        long distinct =
                ports.values().stream().filter(port -> port > 0).distinct().count();
        long given = ports.values().stream().filter(port -> port > 0).count();
        if (distinct < given) {
            faults.add("%s must differ."
                    .formatted(String.join(
                            " and ",
                            ports.keySet().stream().map(Setting::named).sorted().toList())));
        }
        return this;
    }

    /** What a feature says of its own settings. */
    SettingsCheck and(List<String> complaints) {
        faults.addAll(complaints);
        return this;
    }

    private void required(String setting, boolean present, String what) {
        if (!present) {
            faults.add("%s is not set: %s.".formatted(named(setting), what));
        }
    }

    private void positive(String setting, Duration value) {
        if (value.toMillis() < 1) {
            faults.add("%s must be at least 1 ms.".formatted(named(setting)));
        }
    }
}
