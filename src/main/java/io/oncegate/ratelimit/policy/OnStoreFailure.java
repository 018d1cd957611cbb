package io.oncegate.ratelimit.policy;

import java.util.Arrays;
import java.util.Optional;

/** What a shared policy does while Redis does not answer. */
public enum OnStoreFailure {
    /** Each instance decides by a bucket of its own, at its share of the limit. */
    LOCAL("local"),
    /** Everything is allowed. */
    OPEN("open"),
    /** Everything is refused, with 503. */
    CLOSED("closed");

    private final String wire;

    OnStoreFailure(String wire) {
        this.wire = wire;
    }

    /** Its name in configuration, bodies and labels. */
    public String wire() {
        return wire;
    }

    /** The one of that name, if there is one. */
    public static Optional<OnStoreFailure> of(String wire) {
        return Arrays.stream(values()).filter(one -> one.wire.equals(wire)).findFirst();
    }
}
