package io.oncegate.webhooks;

import java.util.Locale;

/** What became of a webhook that came. */
public enum Stored {
    /** It is kept, and will be applied. */
    ACCEPTED,
    /** It was here before. */
    DUPLICATE,
    /** Another body was here before under the same id: this one is kept beside it, and never applied. */
    VARIANT;

    /** Its name in labels and statements. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one of that name. */
    public static Stored of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
