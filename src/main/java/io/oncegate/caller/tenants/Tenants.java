package io.oncegate.caller.tenants;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where tenants are kept. */
public interface Tenants {

    /** Makes an active tenant, unless the id is taken. */
    Uni<TenantCreation> create(NewTenant wanted, Stamp stamp, Deadline deadline);

    /** The tenant, if there is one. */
    Uni<Optional<Tenant>> find(String id, Deadline deadline);

    /** The tenant after the change, if there is one. */
    Uni<Optional<Tenant>> change(String id, TenantChange change, Stamp stamp, Deadline deadline);
}
