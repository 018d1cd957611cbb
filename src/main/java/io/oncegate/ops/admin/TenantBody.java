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
import java.util.function.Predicate;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Bodies about tenants, read and checked against what is configured. Immutable. */
final class TenantBody {

    private static final int LONGEST_NAME = 64;
    private static final String PAYMENT_PROVIDER = "payment_provider";
    private static final String MESSAGE_GATEWAY = "message_gateway";

    private final Named accounts;
    private final Named gateways;

    /** For a service that has these payment accounts and these message gateways. */
    TenantBody(Named accounts, Named gateways) {
        this.accounts = accounts;
        this.gateways = gateways;
    }

    /**
     * Things of one kind that a tenant can name.
     *
     * @param what how a sentence calls one of them
     * @param configured whether there is one of a name, active or not
     * @param active whether anything can go through it
     */
    record Named(String what, Predicate<String> configured, Predicate<String> active) {

        private Optional<String> in(Members members, String member) {
            Optional<String> wanted = members.optionalString(member, 1, LONGEST_NAME);
            wanted.ifPresent(name -> {
                members.check(configured.test(name), member, "names no configured " + what);
                members.check(active.test(name), member, "names a " + what + " without credentials or address");
            });
            return wanted;
        }
    }

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

            @JsonProperty(PAYMENT_PROVIDER) @Schema(description = "Name of a configured account that has credentials")
            String paymentProvider,

            @JsonProperty(MESSAGE_GATEWAY)
            @Schema(description = "Name of a configured gateway that has credentials and an address")
            String messageGateway) {}

    /** As the API's description shows it. */
    @Schema(name = "TenantChange")
    record ToChange(
            @JsonProperty("plan") @Schema(enumeration = {"free", "standard", "vip"})
            String plan,

            @JsonProperty("status") @Schema(enumeration = {"active", "suspended"})
            String status,

            @JsonProperty(PAYMENT_PROVIDER) @Schema(description = "Name of a configured account that has credentials")
            String paymentProvider,

            @JsonProperty(MESSAGE_GATEWAY)
            @Schema(description = "Name of a configured gateway that has credentials and an address")
            String messageGateway) {}

    NewTenant created(JsonNode body) {
        Members members = Members.of(body);
        String id = members.requiredString("tenant_id", 1, TenantId.LONGEST);
        members.check(TenantId.isPrintable(id), "tenant_id", "must not contain control characters");
        members.check(!TenantId.isDotSegment(id), "tenant_id", "must not be . or .., which no path can name");
        return members.orRefuse(new NewTenant(
                id,
                members.requiredEnum("plan", Plan.class),
                accounts.in(members, PAYMENT_PROVIDER),
                gateways.in(members, MESSAGE_GATEWAY)));
    }

    /** Absent members stay as they are; {@code null} clears a name. */
    TenantChange changed(JsonNode body) {
        Members members = Members.of(body);
        return members.orRefuse(new TenantChange(
                members.optionalEnum("plan", Plan.class),
                members.optionalEnum("status", TenantStatus.class),
                reference(body, PAYMENT_PROVIDER, accounts.in(members, PAYMENT_PROVIDER)),
                reference(body, MESSAGE_GATEWAY, gateways.in(members, MESSAGE_GATEWAY))));
    }

    private static Reference reference(JsonNode body, String name, Optional<String> wanted) {
        return body.has(name) ? Reference.to(wanted) : Reference.UNCHANGED;
    }
}
