package io.oncegate.problem;

import org.jspecify.annotations.Nullable;

/** The member {@code next_key}: which idempotency key the caller's next try should carry. */
public enum NextKey {
    SAME("same"),
    NEW("new"),
    /** A retry is pointless as it is, or has no key. */
    UNSAID(null);

    private final @Nullable String wire;

    NextKey(@Nullable String wire) {
        this.wire = wire;
    }

    /** As a problem says it; null where nothing can be said. */
    @Nullable
    public String wire() {
        return wire;
    }
}
