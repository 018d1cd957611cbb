package io.oncegate.sandbox.script;

import io.oncegate.sandbox.ledger.OrderReference;
import org.jspecify.annotations.Nullable;

/**
 * What a request is about: the side of it that scripts are matched against.
 *
 * @param path of the request, not decoded
 * @param reference the caller's name of the order, as received
 * @param key the idempotency key, if the request carries one
 * @param name what it goes by where the caller gives no reference: the provider's object, or the key; empty where it is
 *     about nothing in particular
 */
public record Subject(
        String dialect,
        String path,
        @Nullable String reference,
        @Nullable String key,
        String name) {

    /** The order, whichever attempt this is. */
    public String order() {
        return reference == null ? name : OrderReference.withoutAttempt(reference);
    }
}
