package io.oncegate.request;

/** The caller sent an {@code X-Request-Timeout-Ms} that is not a whole number of milliseconds of at least 1. */
public final class InvalidTimeBudgetException extends RuntimeException {

    InvalidTimeBudgetException() {
        super(TimeBudget.HEADER + " must be a whole number of milliseconds from 1 to 60000", null, false, false);
    }
}
