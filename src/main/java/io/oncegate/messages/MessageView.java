package io.oncegate.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A message as clients see it; its text and recipient are not told again. */
@Schema(name = "Message")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MessageView(
        @JsonProperty("id") @Schema(description = "ULID", examples = "\"01JDYZ0F6T7V8W9X0Y1Z2A3B4C\"")
        String id,

        @JsonProperty("status")
        @Schema(
                description = "`unknown`: it may have been sent; it is not sent again",
                enumeration = {
                    "queued",
                    "sending",
                    "sent",
                    "delivered",
                    "undelivered",
                    "rejected",
                    "unknown",
                    "expired",
                    "dead"
                })
        String status,

        @JsonProperty("attempts") @Schema(description = "How often sending it was tried")
        int attempts,

        @JsonProperty("created_at") @Schema(examples = "\"2026-01-31T09:30:00.123Z\"")
        Instant createdAt,

        @JsonProperty("expires_at") @Schema(description = "After this it is not sent any more")
        Instant expiresAt,

        @JsonProperty("sent_at") @Nullable Instant sentAt,
        @JsonProperty("delivered_at") @Nullable Instant deliveredAt) {

    static MessageView of(Message message) {
        return new MessageView(
                message.id(),
                message.state().told(),
                message.attempts(),
                message.createdAt(),
                message.expiresAt(),
                message.sentAt(),
                message.deliveredAt());
    }
}
