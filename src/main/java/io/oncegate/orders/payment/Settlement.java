package io.oncegate.orders.payment;

import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.orders.OrderStatus;
import io.oncegate.orders.PaymentStatus;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An outcome with all that is recorded together with it.
 *
 * @param from the statuses that an attempt can have it from
 * @param reason why money did not move; null where it did
 * @param response what the order's key is finished with, unless it is finished already
 * @param retention how long the finished key is kept
 * @param nextCheck for an attempt that is still looked after
 * @param worker whom alone it concerns; null for what is true whoever says so
 * @param eventId the webhook event that told it, which is applied with it; null where none did
 */
public record Settlement(
        Set<AttemptStatus> from,
        AttemptStatus attempt,
        PaymentStatus payment,
        OrderStatus order,
        @Nullable String reason,
        @Nullable String externalId,
        @Nullable String redirectUrl,
        RecordedResponse response,
        Duration retention,
        Duration nextCheck,
        @Nullable UUID worker,
        @Nullable String eventId) {

    /** The same, for attempts in these statuses. */
    Settlement from(Set<AttemptStatus> others) {
        return new Settlement(
                others,
                attempt,
                payment,
                order,
                reason,
                externalId,
                redirectUrl,
                response,
                retention,
                nextCheck,
                worker,
                eventId);
    }

    /** The same, to be recorded only while {@code holder} works on the attempt. */
    Settlement by(UUID holder) {
        return new Settlement(
                from,
                attempt,
                payment,
                order,
                reason,
                externalId,
                redirectUrl,
                response,
                retention,
                nextCheck,
                holder,
                eventId);
    }

    /** The same, as it was told by a webhook event; null where none did. */
    Settlement toldBy(@Nullable String event) {
        return new Settlement(
                from,
                attempt,
                payment,
                order,
                reason,
                externalId,
                redirectUrl,
                response,
                retention,
                nextCheck,
                worker,
                event);
    }
}
