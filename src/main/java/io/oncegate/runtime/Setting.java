package io.oncegate.runtime;

import java.util.Locale;

/** A setting's name in the two forms in which people write it. */
final class Setting {

    private Setting() {}

    /** {@code oncegate.db.host (ONCEGATE_DB_HOST)}. */
    static String named(String property) {
        return property + " (" + variable(property) + ")";
    }

    /** The environment variable that sets it. */
    static String variable(String property) {
        return property.replaceAll("[^a-zA-Z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
