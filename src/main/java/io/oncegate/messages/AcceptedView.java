package io.oncegate.messages;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** What a client is told when its message is safe. */
@Schema(name = "AcceptedMessage")
record AcceptedView(
        @JsonProperty("id") @Schema(description = "ULID", examples = "\"01JDYZ0F6T7V8W9X0Y1Z2A3B4C\"")
        String id,

        @JsonProperty("status") @Schema(examples = "\"queued\"")
        String status) {}
