package io.oncegate.ratelimit.headers;

/** Which version of the IETF's RateLimit header fields is spoken. */
public enum HeaderDialect {
    /** {@code RateLimit: limit=100, remaining=17, reset=1}, which most clients know. */
    DRAFT_07,
    /** {@code RateLimit: "client";r=17;t=1}, by the policy's name. */
    DRAFT_10,
    /** None of them. */
    NONE
}
