package io.oncegate.ratelimit.headers;

/** What {@code X-RateLimit-Reset} counts. */
public enum XReset {
    /** Seconds since 1970, as GitHub and many others write it. */
    EPOCH,
    /** Seconds from now. */
    SECONDS
}
