package io.oncegate.caller;

import io.vertx.core.MultiMap;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who sent a request, where this instance knows it from a request before: for what is done for a request before it is
 * authenticated. Asks nobody and refuses nobody; whoever may have to be refused is not known. Thread-safe.
 */
@ApplicationScoped
public class KnownCallers {

    private final CachedCallers callers;

    KnownCallers(CachedCallers callers) {
        this.callers = callers;
    }

    /** The tenant's client that authentication would find and let do what needs one of {@code anyOf}. */
    public Optional<Caller> find(MultiMap headers, Set<Scope> anyOf) {
        List<String> apiKeys = headers.getAll(Credential.API_KEY_HEADER);
        List<String> authorizations = headers.getAll(Credential.AUTHORIZATION_HEADER);
        if (apiKeys.size() + authorizations.size() != 1) {
            return Optional.empty();
        }
        return Credential.of(apiKeys, authorizations)
                .filter(text -> text.length() <= FixedKeys.LONGEST)
                .flatMap(text -> callers.remembered(KeyHash.of(text)))
                .filter(grant -> !grant.suspended())
                .map(Grant::caller)
                .filter(caller -> !Collections.disjoint(caller.scopes(), anyOf));
    }
}
