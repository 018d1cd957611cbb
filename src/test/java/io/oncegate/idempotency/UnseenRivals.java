package io.oncegate.idempotency;

import io.smallrye.mutiny.Uni;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** A table in which every claim meets a rival that it cannot see, which no real one does three times in a row. */
final class UnseenRivals {
    private final AtomicInteger claims = new AtomicInteger();

    IdempotencyStore store() {
        return (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {IdempotencyStore.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("claimNew")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    claims.incrementAndGet();
                    return Uni.createFrom().item(new Claim.Unseen());
                });
    }

    int claims() {
        return claims.get();
    }
}
