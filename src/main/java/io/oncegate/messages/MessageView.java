package io.oncegate.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A message as clients see it; its text and recipient are not told again. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MessageView(
        @JsonProperty("id") String id,
        @JsonProperty("status") String status,
        @JsonProperty("attempts") int attempts,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("expires_at") Instant expiresAt,
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
