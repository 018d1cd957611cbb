package io.oncegate.idempotency.identity;

/** Where an operation's idempotency key comes from. */
public enum KeySource {
    /** From the request's {@code Idempotency-Key} header, which is required. */
    CLIENT,
    /** From the request itself, whatever the header says: equal requests are one, under whichever key they come. */
    DERIVED
}
