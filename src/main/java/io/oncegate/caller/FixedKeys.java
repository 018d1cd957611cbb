package io.oncegate.caller;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys that the service did not make: the operator's bootstrap key, and in a demo those of the documentation.
 * Immutable.
 */
final class FixedKeys {

    static final String DEMO = "og_demo";
    static final String DEMO_VIP = "og_demo_vip";
    static final String DEMO_OPERATOR = "og_demo_operator";

    /** The longest key of any form. */
    static final int LONGEST = 128;

    private static final int SHORTEST_BOOTSTRAP = 16;

    private final List<OperatorKey> operators = new ArrayList<>();
    private final boolean demo;

    private record OperatorKey(KeyHash hash, Operator operator) {}

    /**
     * Takes the keys as configured.
     *
     * @throws IllegalArgumentException with a sentence for the operator, where the bootstrap key is not usable
     */
    FixedKeys(Optional<String> bootstrap, boolean demo) {
        bootstrap.ifPresent(key -> operators.add(new OperatorKey(hash(key), new Operator("operator"))));
        if (demo) {
            operators.add(new OperatorKey(KeyHash.of(DEMO_OPERATOR), new Operator("demo-operator")));
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
        return demo && (text.equals(DEMO) || text.equals(DEMO_VIP));
    }

    private static KeyHash hash(String bootstrap) {
        boolean visible = bootstrap.chars().allMatch(c -> c > ' ' && c < 0x7F);
        if (!visible || bootstrap.length() < SHORTEST_BOOTSTRAP || bootstrap.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "oncegate.bootstrap-operator-key must be 16 to 128 visible ASCII characters without spaces.");
        }
        return KeyHash.of(bootstrap);
    }
}
