package io.oncegate.sandbox.ledger;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One effect that really happened.
 *
 * @param kind {@code charge}, {@code refund} or {@code message}
 * @param dialect the provider or gateway that was called
 * @param key the idempotency key the provider saw, if the dialect has one
 * @param reference what the caller named the effect after: an order or a message
 * @param amount as received; absent for a message
 * @param currency as received; absent for a message
 * @param to the recipient of a message
 * @param at when it happened
 */
public record LedgerEntry(
        String kind,
        String dialect,
        @Nullable String key,
        String reference,
        @Nullable String amount,
        @Nullable String currency,
        @Nullable String to,
        Instant at) {

    JsonObject toJson() {
        var json = new JsonObject()
                .put("kind", kind)
                .put("dialect", dialect)
                .put("key", key)
                .put("reference", reference)
                .put("amount", amount)
                .put("currency", currency);
        if (to != null) {
            json.put("to", to);
        }
        return json.put("at", at.toString());
    }
}
