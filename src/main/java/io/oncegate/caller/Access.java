package io.oncegate.caller;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Who may call a resource method, by its annotation. */
sealed interface Access {

    <T> T match(Supplier<T> anyone, Function<Set<Scope>, T> scoped, Supplier<T> nobody);

    /** No credential is looked at. */
    record Anyone() implements Access {
        @Override
        public <T> T match(Supplier<T> anyone, Function<Set<Scope>, T> scoped, Supplier<T> nobody) {
            return anyone.get();
        }
    }

    /** Credentials that have one of the scopes. */
    record Scoped(Set<Scope> anyOf) implements Access {
        @Override
        public <T> T match(Supplier<T> anyone, Function<Set<Scope>, T> scoped, Supplier<T> nobody) {
            return scoped.apply(anyOf);
        }
    }

    /** Nothing was said, which must not open anything. */
    record Nobody() implements Access {
        @Override
        public <T> T match(Supplier<T> anyone, Function<Set<Scope>, T> scoped, Supplier<T> nobody) {
            return nobody.get();
        }
    }

    static Access to(Method method) {
        RequiresScope required = method.getAnnotation(RequiresScope.class);
        if (required != null) {
            return new Scoped(Set.of(required.value()));
        }
        return method.isAnnotationPresent(WithoutCredential.class) ? new Anyone() : new Nobody();
    }
}
