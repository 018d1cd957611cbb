package io.oncegate.caller;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A tenant's client, as its credential alone says: nothing else in a request names a tenant. Everything that is kept
 * for it is kept under its tenant, and its idempotency keys under its principal.
 *
 * @param tenant the tenant's id, 1..64 characters
 * @param principal the {@code client} of its API key; keys that rotate each other share it
 * @param plan the tenant's plan
 * @param scopes what its credential allows
 * @param paymentProvider the account that its tenant's orders are paid through
 * @param messageGateway the gateway that its tenant's messages go through, where that is not the default one
 */
public record Caller(
        String tenant,
        String principal,
        Plan plan,
        Set<Scope> scopes,
        Optional<String> paymentProvider,
        Optional<String> messageGateway)
        implements Identity {

    /** A client whose tenant's orders take no payment, and whose messages go through the default gateway. */
    public Caller(String tenant, String principal, Plan plan, Set<Scope> scopes) {
        this(tenant, principal, plan, scopes, Optional.empty(), Optional.empty());
    }

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /**
     * The tenant's client on whose request's context the calling code runs.
     *
     * @throws IllegalStateException where there is none: outside of a request, in one that was not authenticated, and in
     *     the operator's own. A method whose {@link RequiresScope} is one of a tenant's never sees it.
     */
    public static Caller current() {
        return Identity.current().match(caller -> caller, operator -> {
            throw new IllegalStateException("the operator belongs to no tenant");
        });
    }

    @Override
    public String name() {
        return tenant + "/" + principal;
    }

    @Override
    public <T> T match(Function<Caller, T> caller, Function<Operator, T> operator) {
        return caller.apply(this);
    }
}
