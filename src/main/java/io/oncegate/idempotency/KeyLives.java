package io.oncegate.idempotency;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** The keys as operators look at them: found by hash, read without their answers, and ended before their time. */
public interface KeyLives {

    /**
     * The keys of a tenant's operation that have this SHA-256, expired or not: one for each principal that sent it.
     * There is no index for it, so all of the tenant's keys are read, in small statements: a million in a second where
     * the table is vacuumed, a tenth of that where it is not. Fails with {@code deadline-exceeded} when that takes too long.
     *
     * @param sha256 of the key as the client sent it, 32 bytes
     */
    Uni<List<KeyScope>> withHash(String tenant, OperationKind kind, byte[] sha256, Deadline deadline);

    /** One key, expired or not. Reads only. */
    Uni<Optional<KeyLife>> find(KeyScope scope, Deadline deadline);

    /**
     * Ends the life of a key that is finished, and writes that into the audit. Changes nothing where the key is in
     * progress, or has expired. An instance that remembers its answer goes on replaying that for the cache's time.
     *
     * @return the status in which the key was found; empty where there is none
     */
    Uni<Optional<KeyStatus>> expire(KeyScope scope, Stamp stamp, Deadline deadline);
}
