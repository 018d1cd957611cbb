package io.oncegate.payments;

import org.jspecify.annotations.Nullable;

/**
 * One attempt to move one order's money, in our words.
 *
 * @param orderId ULID
 * @param attempt from 1
 * @param amount in minor units of {@code currency}, by ISO 4217
 * @param method the provider's token for the means of payment
 * @param returnUrl where the payer comes back to after a step of its own
 * @param clientKey the idempotency key of the request that placed the order
 */
public record Charge(
        String orderId,
        int attempt,
        long amount,
        String currency,
        String method,
        @Nullable String returnUrl,
        String clientKey) {

    /** What the provider knows the attempt by: the order's id, from the second attempt on with its number. */
    public String reference() {
        return attempt == 1 ? orderId : orderId + "-" + attempt;
    }
}
