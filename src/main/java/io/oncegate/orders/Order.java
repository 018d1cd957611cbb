package io.oncegate.orders;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An order as it is kept.
 *
 * @param id ULID
 * @param principal who placed it within its tenant
 * @param amount in minor units of {@code currency}
 * @param externalId the merchant's own reference
 * @param payment null where none was asked for
 */
public record Order(
        String tenant,
        String id,
        String principal,
        String userId,
        long amount,
        String currency,
        @Nullable String externalId,
        @Nullable String description,
        @Nullable Map<String, String> metadata,
        OrderStatus status,
        Instant createdAt,
        @Nullable OrderPayment payment) {

    /** The same order, as it is after something was learnt of its payment. */
    public Order with(OrderStatus newStatus, OrderPayment newPayment) {
        return new Order(
                tenant,
                id,
                principal,
                userId,
                amount,
                currency,
                externalId,
                description,
                metadata,
                newStatus,
                createdAt,
                newPayment);
    }

    /** The same order while its payment is open, with what was learnt of it. */
    public Order learning(@Nullable String externalId, boolean pending) {
        return payment == null ? this : with(status, payment.learning(externalId, pending));
    }

    /** Whether {@code other} asks the same user for the same money. */
    boolean asksTheSameAs(Order other) {
        return userId.equals(other.userId) && amount == other.amount && currency.equals(other.currency);
    }
}
