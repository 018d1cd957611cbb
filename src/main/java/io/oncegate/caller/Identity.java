package io.oncegate.caller;

import java.util.Set;
import java.util.function.Function;

/**
 * Who the credential of a request stands for: a tenant's {@link Caller}, or the {@link Operator} who belongs to no
 * tenant. One lives on each authenticated request's own Vert.x context, beside
 * {@link io.oncegate.request.RequestContext}; code that leaves the context copies what it needs first.
 */
public sealed interface Identity permits Caller, Operator {

    /** What the credential allows. */
    Set<Scope> scopes();

    /** How the audit names it. */
    String name();

    /** Handles each kind of identity. */
    <T> T match(Function<Caller, T> caller, Function<Operator, T> operator);

    /**
     * Who sent the request on whose context the calling code runs.
     *
     * @throws IllegalStateException outside of a request, and in one that was not authenticated
     */
    static Identity current() {
        return CurrentIdentity.get();
    }
}
