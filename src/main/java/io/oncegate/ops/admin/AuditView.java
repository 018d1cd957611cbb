package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.oncegate.caller.audit.AuditEntry;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** One change, as the operator sees it. */
@Schema(name = "AuditEntry")
record AuditView(
        @JsonProperty("id") String id,
        @JsonProperty("at") Instant at,
        @JsonProperty("actor") String actor,
        @JsonProperty("action") String action,
        @JsonProperty("subject") String subject,

        @JsonProperty("tenant_id") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String tenantId,

        @JsonProperty("before") @JsonRawValue @Schema(type = SchemaType.OBJECT) @Nullable
        String before,

        @JsonProperty("after") @JsonRawValue @Schema(type = SchemaType.OBJECT) @Nullable
        String after) {

    static AuditView of(AuditEntry entry) {
        return new AuditView(
                entry.id(),
                entry.at(),
                entry.actor(),
                entry.action(),
                entry.subject(),
                entry.tenant().orElse(null),
                entry.before().orElse(null),
                entry.after().orElse(null));
    }
}
