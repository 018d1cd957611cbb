package io.oncegate.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as operators see it: without its text and its recipient.
 *
 * @param reason one word: why it was given up, or is not known
 * @param externalId what the gateway calls it
 * @param attempts how often it was given to the gateway
 * @param checks how often it was looked after while unknown
 * @param firstSentAt since then the gateway may have it; null where it cannot
 * @param nextCheckAt null where nobody looks after it but an operator
 */
public record ListedMessage(
        String id,
        String tenant,
        String gateway,
        Priority priority,
        MessageState state,
        @Nullable String reason,
        @Nullable String externalId,
        int attempts,
        int checks,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant firstSentAt,
        @Nullable Instant nextCheckAt,
        long ageSeconds) {}
