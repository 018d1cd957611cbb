package io.oncegate.overload.queue;

import java.time.Duration;
import java.util.Locale;

/**
 * A request that is not let in.
 *
 * @param delay how long what waits in front of it is expected to take
 * @param victim whether others' requests keep out a tenant that has less than half of its own share waiting
 */
public record Refusal(Reason reason, Duration delay, boolean victim) {

    /** Why. */
    public enum Reason {
        /** As many of the class wait as may. */
        CLASS_FULL,
        /** As many of its tenant wait as may. */
        TENANT_FULL,
        /** What waits in front of it will take longer than it has time. */
        TOO_LONG,
        /** It came with no time left. */
        TOO_LATE,
        /** Its time ended while it waited. */
        EXPIRED;

        /** Its name in meters. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
