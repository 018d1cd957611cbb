package io.oncegate.caller;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** One thing that a credential may be allowed to do. */
public enum Scope {
    ORDERS_WRITE("orders:write"),
    ORDERS_READ("orders:read"),
    MESSAGES_WRITE("messages:write"),
    MESSAGES_READ("messages:read"),
    /** The operator's API. It opens nothing of any tenant. */
    OPERATOR("operator");

    /** What a tenant's key may do when nobody says otherwise: everything but operating the service. */
    public static final Set<Scope> USUAL =
            Collections.unmodifiableSet(EnumSet.of(ORDERS_WRITE, ORDERS_READ, MESSAGES_WRITE, MESSAGES_READ));

    private final String wire;

    Scope(String wire) {
        this.wire = wire;
    }

    /** Its name in bodies and tables. */
    public String wire() {
        return wire;
    }

    /** The scope of that name, if there is one. */
    public static Optional<Scope> of(String wire) {
        return Arrays.stream(values()).filter(scope -> scope.wire.equals(wire)).findFirst();
    }
}
