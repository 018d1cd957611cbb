package io.oncegate.background;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;

/** Background work for a program without a container. */
public final class BenchBackground {
    private BenchBackground() {}

    public static Background on(Vertx vertx) {
        return new Background(vertx, new SimpleMeterRegistry());
    }
}
