package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.caller.tenants.IssueApiKey;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A new API key, the only time that its text is shown. */
@Schema(name = "IssuedApiKey")
record IssuedApiKeyView(
        @JsonProperty("id") String id,
        @JsonProperty("api_key") String apiKey) {

    static IssuedApiKeyView of(IssueApiKey.Issued issued) {
        return new IssuedApiKeyView(issued.id(), issued.text());
    }
}
