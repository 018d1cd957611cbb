package io.oncegate.caller.tenants;

import io.oncegate.caller.ApiKey;
import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Scope;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Makes an API key for a tenant. Its text leaves the service once, with the answer, and is then known to nobody here. */
@ApplicationScoped
public class IssueApiKey {

    private final ApiKeys apiKeys;
    private final Ids ids;
    private final SecureRandom random = new SecureRandom();

    IssueApiKey(ApiKeys apiKeys, Ids ids) {
        this.apiKeys = apiKeys;
        this.ids = ids;
    }

    /** What is asked for. */
    public record Wanted(String name, String client, Set<Scope> scopes, Optional<Instant> expiresAt) {}

    /** A key that is valid from now on, and its text. */
    public record Issued(String id, String text) {}

    /** The new key; empty where there is no such tenant. */
    public Uni<Optional<Issued>> issue(String tenant, Wanted wanted, Stamp stamp, Deadline deadline) {
        Issued issued = new Issued(ids.ulid(), ApiKey.generate(random));
        NewApiKey key = new NewApiKey(
                issued.id(),
                tenant,
                wanted.name(),
                wanted.client(),
                KeyHash.of(issued.text()),
                wanted.scopes(),
                wanted.expiresAt());
        return apiKeys.add(key, stamp, deadline).map(added -> added ? Optional.of(issued) : Optional.empty());
    }
}
