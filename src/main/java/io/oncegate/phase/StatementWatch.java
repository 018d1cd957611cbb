package io.oncegate.phase;

/** Whoever wants to know how long PostgreSQL works for us, and at what moment. */
@FunctionalInterface
public interface StatementWatch {

    /**
     * A statement leaves now. Called on the context of whoever sends it; must not block.
     *
     * @return what is run once, when its reply has come or its connection is lost, however long after the sender has
     *     given up waiting that may be
     */
    Runnable left();
}
