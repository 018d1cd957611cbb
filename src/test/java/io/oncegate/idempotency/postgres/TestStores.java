package io.oncegate.idempotency.postgres;

import io.oncegate.idempotency.IdempotencyConfig;
import io.oncegate.idempotency.IdempotencyStore;
import io.oncegate.phase.TestStatements;

/** Lets the tests of other packages have the store that is used for real. */
public final class TestStores {
    private TestStores() {}

    public static IdempotencyStore on(TestStatements storage, IdempotencyConfig config) {
        return new PgIdempotencyStore(storage.statements(), storage.batches(), config);
    }
}
