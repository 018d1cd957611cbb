package io.oncegate.messages.gateway;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway tells of a message afterwards.
 *
 * @param messageId as it was named; may be anything
 * @param reason the gateway's word for a bad end, of at most 64 characters
 */
public record Receipt(
        String messageId,
        Kind kind,
        Optional<String> externalId,
        @Nullable String reason) {

    /** What became of it, by rank: a lower one never overwrites a higher. */
    public enum Kind {
        /** The gateway has it. */
        SENT,
        /** It could not be brought to its recipient. */
        UNDELIVERED,
        /** It reached its recipient. */
        DELIVERED
    }
}
