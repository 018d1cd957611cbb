package io.oncegate.caller;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys that the service did not make: the operator's bootstrap key, and in a demo those of the documentation.
 * Immutable.
 */
final class FixedKeys {

    /** The longest key of any form. */
    static final int LONGEST = 128;

    private final List<OperatorKey> operators = new ArrayList<>();
    private final boolean demo;

    private record OperatorKey(KeyHash hash, Operator operator) {}

    /** Takes the keys as configured; {@link CallerSettings} has checked them. */
    FixedKeys(Optional<String> bootstrap, boolean demo) {
        bootstrap.ifPresent(key -> operators.add(new OperatorKey(KeyHash.of(key), new Operator("operator"))));
        if (demo) {
            operators.add(new OperatorKey(KeyHash.of(DemoKeys.OPERATOR), new Operator("demo-operator")));
        }
        this.demo = demo;
    }

    /** The operator whose key has this hash. The time this takes tells nothing about the key. */
    Optional<Operator> operator(KeyHash presented) {
        Operator found = null;
        for (OperatorKey key : operators) {
            if (key.hash().equals(presented)) {
                found = key.operator();
            }
        }
        return Optional.ofNullable(found);
    }

    /** Whether the text is the key of a demo tenant, and there are demo tenants. */
    boolean ofDemoTenant(String text) {
        return demo && (text.equals(DemoKeys.STANDARD) || text.equals(DemoKeys.VIP));
    }
}
