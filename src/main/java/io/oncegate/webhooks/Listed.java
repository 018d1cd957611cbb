package io.oncegate.webhooks;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored webhook as operators see it, without its body.
 *
 * @param id ULID, ours
 * @param eventKey the sender's id of the event, else what it is about and the body's hash
 * @param objectId what it is about, as the sender calls it
 * @param reason one word
 * @param tries how often it was begun
 * @param nextTryAt null where it is left to an operator
 */
public record Listed(
        String id,
        String account,
        String eventKey,
        String type,
        @Nullable String objectId,
        EventStatus status,
        @Nullable String reason,
        int tries,
        Instant receivedAt,
        @Nullable Instant nextTryAt,
        long ageSeconds) {}
