package io.oncegate.caller;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * From a request's headers to who sent it. Whatever cannot be a key is refused here, before anything is looked up, and
 * every refusal reads the same: it does not say whether a key is unknown, expired, revoked or malformed.
 */
final class Authentication {

    private final FixedKeys fixed;
    private final CachedCallers callers;

    Authentication(FixedKeys fixed, CachedCallers callers) {
        this.fixed = fixed;
        this.callers = callers;
    }

    /**
     * Who sent a request with these header lines, if it may do what needs one of {@code scopes}; else fails with the problem
     * that tells why not. May arrive on any thread.
     */
    Uni<Identity> identify(
            List<String> apiKeyLines, List<String> authorizationLines, Set<Scope> scopes, Supplier<Deadline> deadline) {
        String key = Credential.of(apiKeyLines, authorizationLines)
                .filter(text -> text.length() <= FixedKeys.LONGEST)
                .orElseThrow(Authentication::unauthenticated);
        KeyHash hash = KeyHash.of(key);
        Optional<Operator> operator = fixed.operator(hash);
        if (operator.isPresent()) {
            return Uni.createFrom().item(allowed(operator.get(), scopes));
        }
        if (!ApiKey.wellFormed(key) && !fixed.ofDemoTenant(key)) {
            throw unauthenticated();
        }
        return callers.grantOf(hash, deadline).map(grant -> callerOf(grant, scopes));
    }

    private static Identity callerOf(Optional<Grant> found, Set<Scope> scopes) {
        Grant grant = found.orElseThrow(Authentication::unauthenticated);
        if (grant.suspended()) {
            throw Problem.of(ProblemType.TENANT_SUSPENDED, "The tenant is suspended; ask the operator why.")
                    .toException();
        }
        return allowed(grant.caller(), scopes);
    }

    private static Identity allowed(Identity identity, Set<Scope> anyOf) {
        if (Collections.disjoint(identity.scopes(), anyOf)) {
            throw Problem.of(ProblemType.FORBIDDEN, "This needs a credential with the scope " + named(anyOf) + ".")
                    .toException();
        }
        return identity;
    }

    private static String named(Set<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::wire).collect(Collectors.joining(" or "));
    }

    private static ProblemException unauthenticated() {
        return Problem.of(
                        ProblemType.UNAUTHENTICATED,
                        "Send a valid API key, as X-Api-Key: <key> or Authorization: Bearer <key>.")
                .toException();
    }
}
