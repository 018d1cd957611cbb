package io.oncegate.caller.tenants;

import io.oncegate.caller.Scope;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of an API key without its text.
 *
 * @param name what its owner calls it
 * @param client the principal of whoever uses it
 */
public record ApiKeyRecord(
        String id,
        String tenant,
        String name,
        String client,
        Set<Scope> scopes,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt) {}
