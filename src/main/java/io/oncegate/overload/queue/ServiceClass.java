package io.oncegate.overload.queue;

import java.util.Locale;

/** How much it matters that a request gets through. */
public enum ServiceClass {
    /** Money, and what others will send again if it is not taken. Of what can be done, 80 % are for it. */
    CRITICAL,
    /** What a caller waits for: 16 %. */
    NORMAL,
    /** What can be done later: 4 %, and never nothing. */
    LOW;

    /** Its name in configuration and meters. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
