package io.oncegate.messages;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a client is told when its message is safe. */
record AcceptedView(
        @JsonProperty("id") String id,
        @JsonProperty("status") String status) {}
