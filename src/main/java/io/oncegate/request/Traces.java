package io.oncegate.request;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Supplier;

/** Where traces begin. Thread-safe. */
public interface Traces {

    /** None are told. */
    Traces OFF = new Traces() {
        @Override
        public Stage arrived(HttpServerRequest request, Routes routes) {
            return Stage.UNTOLD;
        }

        @Override
        public Stage begun(String name) {
            return Stage.UNTOLD;
        }

        @Override
        public <T> Uni<T> alone(String name, Supplier<Uni<T>> work) {
            return work.get();
        }
    };

    /** A request that arrives at one of {@code routes}, or at none. It belongs to the trace that its headers name. */
    Stage arrived(HttpServerRequest request, Routes routes);

    /** Work that no request waits for: the first stage of a trace of its own. */
    Stage begun(String name);

    /** Such work, from its beginning to its end. It is {@link Stage#current()} to all that belongs to it. */
    default <T> Uni<T> alone(String name, Supplier<Uni<T>> work) {
        return Uni.createFrom().deferred(() -> {
            Stage stage = begun(name);
            return stage.isTold() ? CurrentStage.within(stage, work) : work.get();
        });
    }
}
