package io.oncegate.ratelimit.redis;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One way to decide. */
record Variant(String name, Decision decision, Start start) {

    /** Decides for a subject. */
    @FunctionalInterface
    interface Decision {

        /** {@code done} is told once, on whatever thread: nothing, or why there was no decision. */
        void decide(int subject, Consumer<@Nullable Throwable> done);
    }

    /** Where a caller begins: on a thread on which the variant's answers arrive, if it cares. */
    @FunctionalInterface
    interface Start {
        void run(Runnable caller);
    }
}
