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
        Instant createdAt) {

    /** Whether {@code other} asks the same user for the same money. */
    boolean asksTheSameAs(Order other) {
        return userId.equals(other.userId) && amount == other.amount && currency.equals(other.currency);
    }
}
