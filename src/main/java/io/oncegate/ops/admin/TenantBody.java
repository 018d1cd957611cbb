package io.oncegate.ops.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Plan;
import io.oncegate.caller.tenants.NewTenant;
import io.oncegate.caller.tenants.TenantChange;
import io.oncegate.caller.tenants.TenantChange.Reference;
import io.oncegate.caller.tenants.TenantId;
import io.oncegate.caller.tenants.TenantStatus;
import io.oncegate.problem.Members;
import java.util.Optional;

/** Bodies about tenants, read and checked. */
final class TenantBody {

    private static final int LONGEST_NAME = 64;

    private TenantBody() {}

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
