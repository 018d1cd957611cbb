package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.webhooks.Listed;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A webhook that could not be applied, as the operator sees it. */
@Schema(name = "WebhookEvent")
@JsonInclude(JsonInclude.Include.NON_NULL)
record WebhookEventView(
        @JsonProperty("id") @Schema(required = true, description = "Ours")
        String id,

        @JsonProperty("account")
        @Schema(required = true, description = "The account or gateway whose secret it is signed with")
        String account,

        @JsonProperty("event_id")
        @Schema(required = true, description = "What the sender calls it; without that, what it is about and its hash")
        String eventId,

        @JsonProperty("type") @Schema(required = true, description = "The sender's word for what happened")
        String type,

        @JsonProperty("object_id") @Schema(description = "What it is about, as the sender calls it") @Nullable
        String objectId,

        @JsonProperty("status")
        @Schema(
                required = true,
                enumeration = {"parked", "failed"})
        String status,

        @JsonProperty("reason") @Schema(description = "What the last try came of") @Nullable
        String reason,

        @JsonProperty("tries") @Schema(required = true) int tries,

        @JsonProperty("age_seconds") @Schema(required = true)
        long ageSeconds,

        @JsonProperty("received_at") @Schema(required = true)
        Instant receivedAt,

        @JsonProperty("next_try_at") @Schema(description = "Absent where it is left to an operator") @Nullable
        Instant nextTryAt) {

    static WebhookEventView of(Listed listed) {
        return new WebhookEventView(
                listed.id(),
                listed.account(),
                listed.eventKey(),
                listed.type(),
                listed.objectId(),
                listed.status().wire(),
                listed.reason(),
                listed.tries(),
                listed.ageSeconds(),
                listed.receivedAt(),
                listed.nextTryAt());
    }
}
