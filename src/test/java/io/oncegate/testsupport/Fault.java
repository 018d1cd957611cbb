package io.oncegate.testsupport;

import java.time.Duration;

/** What a {@link FaultProxy} does to connections; {@code latency} is zero but for {@link Kind#DELAY}. */
record Fault(Kind kind, Duration latency) {

    enum Kind {
        NONE,
        DELAY,
        CUT_AFTER_REQUEST,
        DROP_REPLIES,
        STALL,
        RESET
    }

    static Fault none() {
        return of(Kind.NONE);
    }

    static Fault of(Kind kind) {
        return new Fault(kind, Duration.ZERO);
    }
}
