package io.oncegate.caller.tenants;

import io.oncegate.caller.Plan;
import java.util.Optional;

/** A tenant as it is asked for. */
public record NewTenant(String id, Plan plan, Optional<String> paymentProvider, Optional<String> messageGateway) {

    /** Whether the tenant is what was asked for, so that asking again means nothing new. */
    boolean describes(Tenant tenant) {
        return tenant.id().equals(id)
                && tenant.plan() == plan
                && tenant.paymentProvider().equals(paymentProvider)
                && tenant.messageGateway().equals(messageGateway);
    }
}
