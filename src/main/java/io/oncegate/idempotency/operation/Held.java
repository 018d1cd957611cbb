package io.oncegate.idempotency.operation;

import io.oncegate.idempotency.identity.KeyScope;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key that this worker may execute for as long as nobody takes it over. Every write that follows carries the token:
 * one that hits no row says that the key has another worker now.
 *
 * @param token the worker's own, new for each claim and takeover
 * @param recoveryPoint the last phase that is done
 * @param resourceId what the phases so far have made
 */
public record Held(
        KeyScope scope,
        UUID token,
        String recoveryPoint,
        @Nullable String resourceId) {

    /** The recovery point after an operation's first phase. */
    public static final String STARTED = "started";
}
