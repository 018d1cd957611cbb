package io.oncegate.orders.payment;

import org.jspecify.annotations.Nullable;

/**
 * How an order was to be paid, as its request said.
 *
 * @param account the configured account
 * @param requestId the request that placed the order
 * @param clientKey the idempotency key that it carried
 */
public record Instruction(
        String account,
        String requestId,
        String clientKey,
        String method,
        @Nullable String returnUrl) {}
