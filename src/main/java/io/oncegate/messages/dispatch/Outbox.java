package io.oncegate.messages.dispatch;

import io.oncegate.messages.MessageState;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The messages on their way out. Each method is one statement; what it says about time is by the database's clock. Writes
 * that find somebody else in their place answer {@code false}, and have written nothing.
 */
public interface Outbox {

    /** Takes what is to be sent next through a gateway, for {@code worker}, in no particular order. */
    Uni<List<Taken>> take(String gateway, Turn turn, UUID worker, Deadline deadline);

    /** Gives back what was taken by one worker and will not be sent by it. */
    Uni<Void> release(List<Taken> messages, Deadline deadline);

    /**
     * A message is about to be sent. Not when its worker's lease or its own time is over, or the gateway may have it and
     * would not recognise it any more.
     *
     * @param lease how long the sending may take
     * @param recognised how long the gateway remembers it; zero without keys
     */
    Uni<Boolean> sending(Taken message, Duration lease, Duration recognised, Deadline deadline);

    /** Records what the gateway answered. */
    Uni<Boolean> answered(Taken message, Ending ending, Deadline deadline);

    /**
     * @param state {@code SENT}, {@code DELIVERED}, {@code UNDELIVERED} or {@code REJECTED}
     * @param externalId what the gateway calls the message
     * @param reason the gateway's word for a bad end
     */
    record Ending(
            MessageState state,
            @Nullable String externalId,
            @Nullable String reason) {}

    /** The gateway has done nothing with a message: it is as it was. */
    Uni<Boolean> putBack(Taken message, Return how, Deadline deadline);

    /**
     * @param state {@code READY} to be tried again, {@code DEAD}, or {@code UNKNOWN} where an earlier try may have
     *     succeeded
     * @param reason one word
     * @param attempts how often it was given to the gateway by now
     * @param firstSentAt as before
     * @param resendUntil as before
     * @param pause until something is done about it
     */
    record Return(
            MessageState state,
            String reason,
            int attempts,
            @Nullable Instant firstSentAt,
            @Nullable Instant resendUntil,
            Duration pause) {}

    /** The gateway may have taken a message. */
    Uni<Boolean> unknown(Taken message, String why, Duration nextCheck, Deadline deadline);
}
