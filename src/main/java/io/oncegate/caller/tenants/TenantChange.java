package io.oncegate.caller.tenants;

import io.oncegate.caller.Plan;
import java.util.Optional;

/** What is to change of a tenant; what is empty stays as it is. */
public record TenantChange(
        Optional<Plan> plan, Optional<TenantStatus> status, Reference paymentProvider, Reference messageGateway) {

    /**
     * A name that may be left, set or cleared.
     *
     * @param changes whether it is to change at all
     * @param name the new name; empty clears it
     */
    public record Reference(boolean changes, Optional<String> name) {

        /** Leaves the name as it is. */
        public static final Reference UNCHANGED = new Reference(false, Optional.empty());

        /** Sets the name, or clears it. */
        public static Reference to(Optional<String> name) {
            return new Reference(true, name);
        }
    }
}
