package io.oncegate.orders.payment;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Why an operator has to decide.
 *
 * @param from the statuses that an attempt can be left to an operator from
 * @param externalId what the provider calls the payment, where it was learnt with the reason
 * @param eventId the webhook event that told it, which is applied with it; null where none did
 */
public record Review(
        Set<AttemptStatus> from,
        String reason,
        @Nullable String externalId,
        @Nullable String eventId) {

    /** Of an open attempt. */
    static Review because(String reason) {
        return new Review(AttemptStatus.OPEN, reason, null, null);
    }
}
