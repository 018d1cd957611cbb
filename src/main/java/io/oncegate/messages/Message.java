package io.oncegate.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is kept.
 *
 * @param id ULID
 * @param principal who asked for it within its tenant
 * @param recipient phone number in E.164 form
 * @param text null once it was erased
 * @param segments how many SMS the text takes, 1 to 10
 * @param gateway the configured gateway that carries it
 * @param expiresAt after this it is not sent any more
 */
public record Message(
        String tenant,
        String id,
        String principal,
        String recipient,
        @Nullable String text,
        int segments,
        Priority priority,
        String gateway,
        MessageState state,
        int attempts,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant sentAt,
        @Nullable Instant deliveredAt) {}
