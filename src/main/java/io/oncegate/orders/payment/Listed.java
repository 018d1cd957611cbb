package io.oncegate.orders.payment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt as operators see it.
 *
 * @param id of the attempt, ULID
 * @param operation the step it is at
 * @param reason of a refusal or a review
 * @param lastOutcome one word: what the last call came of
 * @param checks how often it was looked after
 * @param nextCheckAt null where nobody looks after it but an operator
 */
public record Listed(
        String id,
        String tenant,
        String orderId,
        String account,
        int number,
        String operation,
        AttemptStatus status,
        @Nullable String reason,
        @Nullable String lastOutcome,
        @Nullable String externalId,
        long amount,
        String currency,
        int checks,
        Instant createdAt,
        Instant checkedAt,
        @Nullable Instant nextCheckAt,
        long ageSeconds) {}
