package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.caller.tenants.Tenant;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A tenant as the operator sees it. */
@Schema(name = "Tenant")
@JsonInclude(JsonInclude.Include.NON_NULL)
record TenantView(
        @JsonProperty("tenant_id") String tenantId,
        @JsonProperty("plan") String plan,
        @JsonProperty("status") String status,
        @JsonProperty("payment_provider") @Nullable String paymentProvider,
        @JsonProperty("message_gateway") @Nullable String messageGateway,
        @JsonProperty("created_at") Instant createdAt) {

    static TenantView of(Tenant tenant) {
        return new TenantView(
                tenant.id(),
                tenant.plan().wire(),
                tenant.status().wire(),
                tenant.paymentProvider().orElse(null),
                tenant.messageGateway().orElse(null),
                tenant.createdAt());
    }
}
