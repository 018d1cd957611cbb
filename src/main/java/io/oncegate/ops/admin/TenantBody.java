package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Plan;
import io.oncegate.caller.tenants.NewTenant;
import io.oncegate.caller.tenants.TenantChange;
import io.oncegate.caller.tenants.TenantChange.Reference;
import io.oncegate.caller.tenants.TenantId;
import io.oncegate.caller.tenants.TenantStatus;
import io.oncegate.problem.Members;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Bodies about tenants, read and checked. */
final class TenantBody {

    private static final int LONGEST_NAME = 64;

    private TenantBody() {}

    /** As the API's description shows it. */
    @Schema(name = "NewTenant")
    record ToCreate(
            @JsonProperty("tenant_id") @Schema(required = true, minLength = 1, maxLength = TenantId.LONGEST)
            String tenantId,

            @JsonProperty("plan")
            @Schema(
                    required = true,
                    enumeration = {"free", "standard", "vip"})
            String plan,

            @JsonProperty("payment_provider") @Schema(description = "Name of a configured account")
            String paymentProvider,

            @JsonProperty("message_gateway") @Schema(description = "Name of a configured gateway")
            String messageGateway) {}

    /** As the API's description shows it. */
    @Schema(name = "TenantChange")
    record ToChange(
            @JsonProperty("plan") @Schema(enumeration = {"free", "standard", "vip"})
            String plan,

            @JsonProperty("status") @Schema(enumeration = {"active", "suspended"})
            String status,

            @JsonProperty("payment_provider") @Schema(description = "Name of a configured account")
            String paymentProvider,

            @JsonProperty("message_gateway") @Schema(description = "Name of a configured gateway")
            String messageGateway) {}

    static NewTenant created(JsonNode body) {
        Members members = Members.of(body);
        String id = members.requiredString("tenant_id", 1, TenantId.LONGEST);
        members.check(TenantId.isPrintable(id), "tenant_id", "must not contain control characters");
        members.check(!TenantId.isDotSegment(id), "tenant_id", "must not be . or .., which no path can name");
        return members.orRefuse(new NewTenant(
                id,
                members.requiredEnum("plan", Plan.class),
                configured(members, "payment_provider", "payment account"),
                configured(members, "message_gateway", "message gateway")));
    }

    /** Absent members stay as they are; {@code null} clears a name. */
    static TenantChange changed(JsonNode body) {
        Members members = Members.of(body);
        return members.orRefuse(new TenantChange(
                members.optionalEnum("plan", Plan.class),
                members.optionalEnum("status", TenantStatus.class),
                reference(body, members, "payment_provider", "payment account"),
                reference(body, members, "message_gateway", "message gateway")));
    }

    private static Reference reference(JsonNode body, Members members, String name, String what) {
        return body.has(name) ? Reference.to(configured(members, name, what)) : Reference.UNCHANGED;
    }

    private static Optional<String> configured(Members members, String name, String what) {
        Optional<String> wanted = members.optionalString(name, 1, LONGEST_NAME);
        members.check(wanted.isEmpty(), name, "names no configured " + what + ": none is configured");
        return wanted;
    }
}
