package io.oncegate.idempotency.operation;

import io.oncegate.idempotency.identity.CanonicalForm;
import io.oncegate.idempotency.identity.KeySource;
import java.time.Duration;

/**
 * An operation that takes a key, as the engine sees it.
 *
 * @param name as in settings, metrics and {@code /v1/idempotency-keys/<name>}
 * @param path the route template, part of the key's scope; the version is part of it
 * @param retention how long a finished key is kept
 * @param budget how long a caller that names no budget waits for its answer
 * @param canonicalForm what of a request is compared
 */
public record OperationKind(
        String name,
        String method,
        String path,
        Duration retention,
        Duration budget,
        KeySource keySource,
        CanonicalForm canonicalForm) {}
