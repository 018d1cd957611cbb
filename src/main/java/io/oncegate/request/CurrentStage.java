package io.oncegate.request;

import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jboss.logging.MDC;

/** Which stage is being worked on: that of the Vert.x context that the calling code has for itself. */
final class CurrentStage {

    private static final String LOCAL = Stage.class.getName();

    private CurrentStage() {}

    static Stage get() {
        Context context = Vertx.currentContext();
        if (context == null || !VertxContext.isDuplicatedContext(context)) {
            return Stage.UNTOLD;
        }
        Stage current = context.getLocal(LOCAL);
        return current == null ? Stage.UNTOLD : current;
    }

    /** From here on it is the current context's. */
    static void set(Stage stage) {
        Vertx.currentContext().putLocal(LOCAL, stage);
    }

    /**
     * Does the work on a context that it has for itself, on the same event loop, and ends the stage with it. The result
     * arrives on the context of whoever asked.
     */
    static <T> Uni<T> within(Stage stage, Supplier<Uni<T>> work) {
        Context here = Vertx.currentContext();
        if (here == null) {
            return ended(stage, work.get());
        }
        Executor home = ContextExecutor.onto(here);
        Context own = VertxContext.createNewDuplicatedContext(here);
        return Uni.createFrom()
                .<T>emitter(result -> own.runOnContext(begun -> {
                    set(stage);
                    MDC.put("traceId", stage.traceId());
                    ended(stage, Uni.createFrom().deferred(work::get))
                            .subscribe()
                            .with(result::complete, result::fail);
                }))
                .emitOn(home);
    }

    private static <T> Uni<T> ended(Stage stage, Uni<T> work) {
        return work.onFailure().invoke(stage::failed).onTermination().invoke(stage::end);
    }
}
