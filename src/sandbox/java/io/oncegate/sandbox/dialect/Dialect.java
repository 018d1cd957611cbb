package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.exchange.Reply;
import org.jspecify.annotations.Nullable;

/** A provider's ways, as far as they matter when something goes wrong, and the words in which it says so. */
public interface Dialect {

    /** The first segment of its paths. */
    String name();

    /** Whether it knows idempotency keys. Without them, what is in flight ends by itself. */
    boolean hasKeys();

    /** Whether an answer of 500 is kept under the key like any other. */
    boolean keepsFailures();

    /** 500. */
    Reply failure();

    /** 503. */
    Reply unavailable();

    /** 429. */
    Reply tooManyRequests();

    /** The first request under {@code key}, or for the same object, still runs. */
    Reply inUse(@Nullable String key);
}
