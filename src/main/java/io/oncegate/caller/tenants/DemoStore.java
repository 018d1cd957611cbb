package io.oncegate.caller.tenants;

import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Plan;
import io.smallrye.mutiny.Uni;

/** Where demo tenants are planted. */
public interface DemoStore {

    /** Makes the tenant active, of that plan, with that key valid, whatever it was before. */
    Uni<Void> plant(String tenant, Plan plan, String paymentProvider, KeyHash key);
}
