package io.oncegate.outbound;

import io.vertx.core.Vertx;

/** The way to third parties as the service has it, without the service. */
public final class TestRemotes implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Remotes remotes = new Remotes(vertx);

    public Remotes remotes() {
        return remotes;
    }

    @Override
    public void close() {
        remotes.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
