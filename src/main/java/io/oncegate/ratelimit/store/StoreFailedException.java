package io.oncegate.ratelimit.store;

/** The shared buckets did not answer. Cheap: it has no stack trace. */
public final class StoreFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why not. */
    public enum Reason {
        /** Too many calls failed or were slow lately; nobody asks until one does again. */
        BREAKER_OPEN,
        /** Too many calls are under way. */
        BUSY,
        /** No answer within the deadline; it may have charged. */
        TIMEOUT,
        /** No connection, or it broke. */
        CONNECTION,
        /** The store answered that it cannot: out of memory, loading, read-only, busy, another slot. */
        REFUSED
    }

    private final Reason reason;

    public StoreFailedException(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    /** For counters and logs. */
    public Reason reason() {
        return reason;
    }
}
