package io.oncegate.messages.dispatch;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.messages.gateway.OutgoingMessage;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message whose turn has come.
 *
 * @param state {@code CLAIMED}: it is to be sent by whoever took it; anything else: it was too late for it
 * @param worker who took it: its writes carry this token
 * @param place the turn that it was taken in, within its priority
 * @param more whether its tenant may have more than it was its turn for
 */
public record Taken(
        OutgoingMessage message,
        String tenant,
        Priority priority,
        MessageState state,
        UUID worker,
        Before before,
        long place,
        boolean more) {

    /**
     * What was known of it before this try.
     *
     * @param attempts how often it was given to the gateway
     * @param checks how often it was looked after while unknown
     * @param firstSentAt since then the gateway may have it; null where it cannot
     * @param resendUntil until then the gateway recognises it; null where that does not matter
     */
    public record Before(
            int attempts,
            int checks,
            @Nullable Instant firstSentAt,
            @Nullable Instant resendUntil) {}

    String id() {
        return message.id();
    }

    /** Whether it is to be sent. */
    boolean isOurs() {
        return state == MessageState.CLAIMED;
    }

    /** Whether the gateway may have it already. */
    boolean mayHaveArrived() {
        return before.firstSentAt() != null;
    }
}
