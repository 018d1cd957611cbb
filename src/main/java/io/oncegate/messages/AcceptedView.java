package io.oncegate.messages;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;

/** What a client is told when its message is safe. */
@RegisterForReflection
record AcceptedView(
        @JsonProperty("id") String id,
        @JsonProperty("status") String status) {}
