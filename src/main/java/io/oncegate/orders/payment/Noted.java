package io.oncegate.orders.payment;

import org.jspecify.annotations.Nullable;

/**
 * What was heard of an attempt and does not end it.
 *
 * @param externalId what the provider calls the payment, where it was said
 * @param word for what was heard; kept for the operator of an attempt in review
 * @param pending whether the provider works on the payment
 * @param lookSoon whether the provider should be asked soon
 * @param eventId the webhook event that told it, which is applied with it; null where none did
 */
public record Noted(
        @Nullable String externalId,
        String word,
        boolean pending,
        boolean lookSoon,
        @Nullable String eventId) {}
