package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.messages.ListedMessage;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A message that nobody looks after, as the operator sees it; its text and recipient are not told. */
@Schema(name = "UnendedMessage")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MessageView(
        @JsonProperty("id") @Schema(required = true, description = "What a gateway with keys knows it by")
        String id,

        @JsonProperty("tenant_id") @Schema(required = true) String tenantId,

        @JsonProperty("gateway") @Schema(required = true, description = "The configured gateway that carries it")
        String gateway,

        @JsonProperty("priority")
        @Schema(
                required = true,
                enumeration = {"high", "normal", "low"})
        String priority,

        @JsonProperty("status")
        @Schema(
                required = true,
                enumeration = {"dead", "unknown"})
        String status,

        @JsonProperty("reason") @Schema(description = "What the last try came of") @Nullable
        String reason,

        @JsonProperty("external_id")
        @Schema(description = "What the gateway calls it; absent where that is not known")
        @Nullable
        String externalId,

        @JsonProperty("attempts") @Schema(required = true, description = "How often it was given to the gateway")
        int attempts,

        @JsonProperty("checks") @Schema(required = true, description = "How often it was looked after while unknown")
        int checks,

        @JsonProperty("age_seconds") @Schema(required = true)
        long ageSeconds,

        @JsonProperty("created_at") @Schema(required = true) Instant createdAt,

        @JsonProperty("expires_at") @Schema(required = true, description = "After this it cannot be sent again")
        Instant expiresAt,

        @JsonProperty("first_sent_at")
        @Schema(description = "Since then the gateway may have it; absent where it cannot")
        @Nullable
        Instant firstSentAt,

        @JsonProperty("next_check_at")
        @Schema(description = "When it is looked after next; absent where only an operator can tell")
        @Nullable
        Instant nextCheckAt) {

    static MessageView of(ListedMessage listed) {
        return new MessageView(
                listed.id(),
                listed.tenant(),
                listed.gateway(),
                listed.priority().wire(),
                listed.state().stored(),
                listed.reason(),
                listed.externalId(),
                listed.attempts(),
                listed.checks(),
                listed.ageSeconds(),
                listed.createdAt(),
                listed.expiresAt(),
                listed.firstSentAt(),
                listed.nextCheckAt());
    }
}
