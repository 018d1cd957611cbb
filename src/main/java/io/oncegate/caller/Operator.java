package io.oncegate.caller;

import java.util.Set;
import java.util.function.Function;

/**
 * Whoever holds the operator's own key. It belongs to no tenant and has the one scope {@link Scope#OPERATOR}, so that
 * nothing of a tenant's can be reached with it.
 *
 * @param name how the audit names it
 */
public record Operator(String name) implements Identity {

    @Override
    public Set<Scope> scopes() {
        return Set.of(Scope.OPERATOR);
    }

    @Override
    public <T> T match(Function<Caller, T> caller, Function<Operator, T> operator) {
        return operator.apply(this);
    }
}
