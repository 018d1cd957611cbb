package io.oncegate.background;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;

/** Lets the tests of other packages have background work that is done for real. */
public final class TestBackgrounds {
    private TestBackgrounds() {}

    public static Background on(Vertx vertx) {
        return new Background(vertx, new SimpleMeterRegistry());
    }
}
