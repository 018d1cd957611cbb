package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.ApiKeyRecord;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An API key without its text. */
@Schema(name = "ApiKey")
@JsonInclude(JsonInclude.Include.NON_NULL)
record ApiKeyView(
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("client") String client,
        @JsonProperty("scopes") List<String> scopes,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("expires_at") @Nullable Instant expiresAt,
        @JsonProperty("revoked_at") @Nullable Instant revokedAt) {

    static ApiKeyView of(ApiKeyRecord key) {
        return new ApiKeyView(
                key.id(),
                key.name(),
                key.client(),
                key.scopes().stream().sorted().map(Scope::wire).toList(),
                key.createdAt(),
                key.expiresAt().orElse(null),
                key.revokedAt().orElse(null));
    }
}
