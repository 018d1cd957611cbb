package io.oncegate.idempotency;

import io.oncegate.caller.Caller;
import io.oncegate.idempotency.identity.IdempotencyKey;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.identity.KeySource;
import io.oncegate.idempotency.operation.Operations;
import io.oncegate.ratelimit.KnownReplays;
import io.vertx.core.MultiMap;
import jakarta.enterprise.context.ApplicationScoped;

/** Tells the rate limits of requests whose answer is remembered. Whether the body is the same one shows later. */
@ApplicationScoped
class RememberedReplays implements KnownReplays {

    private final ReplayCache cache;
    private final Operations operations;

    RememberedReplays(ReplayCache cache, Operations operations) {
        this.cache = cache;
        this.operations = operations;
    }

    @Override
    public boolean isKnown(Caller caller, String method, String path, MultiMap headers) {
        return operations
                .at(method, path)
                .filter(kind -> kind.keySource() == KeySource.CLIENT)
                .flatMap(kind -> IdempotencyKey.sent(headers.getAll(IdempotencyKey.HEADER)))
                .map(key -> new KeyScope(caller.tenant(), caller.principal(), method, path, key.value()))
                .flatMap(cache::find)
                .isPresent();
    }
}
