package io.oncegate.caller.tenants;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Where API keys are kept, by hash. */
public interface ApiKeys {

    /** Makes the key valid; false where there is no such tenant. */
    Uni<Boolean> add(NewApiKey key, Stamp stamp, Deadline deadline);

    /**
     * At most {@code most} keys of the tenant, oldest first; empty where there is no such tenant.
     *
     * @param afterId the id that the first one follows; empty for the beginning
     */
    Uni<Optional<List<ApiKeyRecord>>> list(String tenant, String afterId, int most, Deadline deadline);

    /** Revokes the key, unless it is revoked already; false where there is no such key. */
    Uni<Boolean> revoke(String id, Stamp stamp, Deadline deadline);
}
