package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.idempotency.KeyLife;
import io.oncegate.idempotency.operation.KeyStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An idempotency key without its text, its fingerprint and its answer's body. */
@Schema(name = "IdempotencyKeyLife")
@JsonInclude(JsonInclude.Include.NON_NULL)
record KeyLifeView(
        @JsonProperty("tenant_id") @Schema(required = true) String tenantId,

        @JsonProperty("principal") @Schema(required = true, description = "Who sent it within the tenant")
        String principal,

        @JsonProperty("operation") @Schema(required = true) String operation,
        @JsonProperty("key_sha256") @Schema(required = true) String keySha256,

        @JsonProperty("status")
        @Schema(
                required = true,
                enumeration = {"in_progress", "succeeded", "failed_final"})
        String status,

        @JsonProperty("http_status")
        @Schema(description = "What a repeat is answered with; absent while in progress")
        @Nullable
        Integer httpStatus,

        @JsonProperty("resource") @Schema(description = "Path of what was made; absent where nothing was") @Nullable
        String resource,

        @JsonProperty("resource_id")
        @Schema(description = "Id of what was made, or is to be made; absent where it is not known")
        @Nullable
        String resourceId,

        @JsonProperty("recovery_point")
        @Schema(required = true, description = "The last phase that is known to be done")
        String recoveryPoint,

        @JsonProperty("takeovers")
        @Schema(required = true, description = "How often another worker took it over from one that fell silent")
        int takeovers,

        @JsonProperty("expired")
        @Schema(required = true, description = "Whether it is free again, and its row only waits for the cleaner")
        boolean expired,

        @JsonProperty("timeline") @Schema(required = true, description = "Oldest first")
        List<Event> timeline) {

    /** One moment of a key's life, past or to come. */
    @Schema(name = "IdempotencyKeyEvent")
    record Event(
            @JsonProperty("at") @Schema(required = true) Instant at,

            @JsonProperty("event")
            @Schema(
                    required = true,
                    description = "written: moved on or taken over by a worker, the last time. lease_ends: from then on"
                            + " the next equal request takes it over. expires: from then on it is free",
                    enumeration = {"claimed", "written", "finished", "lease_ends", "expires"})
            String event) {}

    static KeyLifeView of(KeyLife life, String operation) {
        return new KeyLifeView(
                life.scope().tenant(),
                life.scope().principal(),
                operation,
                life.sha256(),
                life.status().wire(),
                life.httpStatus().orElse(null),
                life.location().orElse(null),
                life.resourceId().orElse(null),
                life.recoveryPoint(),
                life.takeovers(),
                life.expired(),
                timeline(life));
    }

    private static List<Event> timeline(KeyLife life) {
        List<Event> events = new ArrayList<>();
        events.add(new Event(life.createdAt(), "claimed"));
        if (life.status() != KeyStatus.IN_PROGRESS) {
            events.add(new Event(life.updatedAt(), "finished"));
        } else if (life.updatedAt().isAfter(life.createdAt())) {
            events.add(new Event(life.updatedAt(), "written"));
        }
        life.leaseUntil().ifPresent(end -> events.add(new Event(end, "lease_ends")));
        life.expiresAt().ifPresent(end -> events.add(new Event(end, "expires")));
        events.sort(Comparator.comparing(Event::at));
        return events;
    }
}
