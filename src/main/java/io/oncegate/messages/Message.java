package io.oncegate.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is kept.
 *
 * @param id ULID
 * @param principal who asked for it within its tenant
 * @param recipient phone number in E.164 form
 * @param segments how many SMS the text takes, 1 to 10
 * @param expiresAt after this it is not sent any more
 */
public record Message(
        String tenant,
        String id,
        String principal,
        String recipient,
        String text,
        int segments,
        Priority priority,
        MessageState state,
        int attempts,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant sentAt,
        @Nullable Instant deliveredAt) {}
