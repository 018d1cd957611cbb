package io.oncegate.idempotency;

/** How a key that is there stands to a request that wants it. */
enum Standing {
    /** Finished and past its life: the request executes as if the key had never been. */
    FREE,
    /** It belongs to another request. */
    OTHER_REQUEST,
    /** It belongs to the same request as far as this version can tell, which is not at all: a newer one wrote it. */
    INCOMPARABLE,
    /** The same request, and answered. */
    FINISHED,
    /** The same request, and its worker is silent beyond its lease. */
    ABANDONED,
    /** The same request, being executed. */
    RUNNING
}
