package io.oncegate.phase;

import jakarta.enterprise.context.ApplicationScoped;

/** Whether PostgreSQL answered the last statement that asked it. Safe for use by any thread. */
@ApplicationScoped
public class StorageState {

    private volatile boolean connectedOnce;
    private volatile boolean answering = true;

    /** True once any statement was answered since the start. */
    public boolean connectedOnce() {
        return connectedOnce;
    }

    /** False from the first statement that got no answer until the next one that got one. */
    public boolean answering() {
        return answering;
    }

    void answered() {
        if (!connectedOnce || !answering) {
            connectedOnce = true;
            answering = true;
        }
    }

    void silent() {
        answering = false;
    }
}
