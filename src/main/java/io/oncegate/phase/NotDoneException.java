package io.oncegate.phase;

import org.jspecify.annotations.Nullable;

/** The statement did nothing: it never left, or PostgreSQL said so. */
final class NotDoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why nothing was done. */
    enum Reason {
        /** The time that was left was used up by waiting for a connection. */
        WAITED_TOO_LONG,
        /** As many statements as may wait were waiting already. */
        POOL_FULL,
        /** No connection could be opened. */
        NO_CONNECTION,
        /** PostgreSQL cannot do anything of the kind now: it lacks room or memory, or takes no writes. */
        UNABLE,
        /** PostgreSQL gave this statement up: it ran, or waited for a lock, longer than it may. */
        GIVEN_UP;

        /** Whether the statement never left; otherwise PostgreSQL said that it did nothing. */
        boolean neverLeft() {
            return this != UNABLE && this != GIVEN_UP;
        }
    }

    private final Reason reason;

    NotDoneException(Reason reason, @Nullable Throwable cause) {
        super(reason.name(), cause, false, false);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
