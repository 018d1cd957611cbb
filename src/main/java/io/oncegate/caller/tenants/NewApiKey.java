package io.oncegate.caller.tenants;

import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Scope;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** An API key that is about to be valid. */
public record NewApiKey(
        String id,
        String tenant,
        String name,
        String client,
        KeyHash hash,
        Set<Scope> scopes,
        Optional<Instant> expiresAt) {}
