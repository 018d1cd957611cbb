package io.oncegate.request;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/**
 * Brings results home: a look-up that several requests share ends on the context of one of them, and each of them needs
 * its own.
 */
public final class ContextExecutor {

    private ContextExecutor() {}

    /** Runs tasks on the Vert.x context that the calling code runs on; where there is none, on the calling thread. */
    public static Executor here() {
        Context home = Vertx.currentContext();
        return home == null ? Runnable::run : onto(home);
    }

    /** Runs tasks on {@code home}, at once where it is the current context. */
    public static Executor onto(Context home) {
        return task -> {
            if (Vertx.currentContext() == home) {
                task.run();
            } else {
                home.runOnContext(ignored -> task.run());
            }
        };
    }
}
