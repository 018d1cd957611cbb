package io.oncegate.phase;

import java.util.Optional;

/** Whoever wants to know how long PostgreSQL works for requests, and at what moment. */
@FunctionalInterface
public interface StatementWatch {

    /** On whose behalf the calling context is about to send a statement; empty where that is no tenant's request. */
    Optional<Sender> sender();

    /** A request that sends a statement. Thread-safe; must not block. */
    @FunctionalInterface
    interface Sender {

        /**
         * Its statement leaves now.
         *
         * @param together as how many requests' it leaves, at least 1
         * @return what is run once, when its reply has come or its connection is lost, however long after the sender has
         *     given up waiting that may be
         */
        Runnable left(int together);
    }
}
