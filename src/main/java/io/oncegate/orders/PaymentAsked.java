package io.oncegate.orders;

import org.jspecify.annotations.Nullable;

/**
 * How an order is to be paid.
 *
 * @param method the provider's token for the means of payment
 * @param returnUrl where the payer comes back to after a step of its own
 */
public record PaymentAsked(String method, @Nullable String returnUrl) {}
