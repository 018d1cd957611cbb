package io.oncegate.sandbox.notice;

import java.time.Instant;

/** Something that is told to a receiver, as often as it takes. */
public interface Notice {
    /** One hundred statuses share their first digit. */
    int CLASS = 100;

    int SUCCESSFUL = 2;

    /** The request that tells it, written and signed at {@code now}. */
    Telling tell(Recipient recipient, Instant now);

    /** Whether an answer means that it need not be told again. */
    default boolean isTaken(int status, String body) {
        return status / CLASS == SUCCESSFUL;
    }
}
