package io.oncegate.messages.dispatch;

import io.oncegate.messages.gateway.Gateway;
import io.oncegate.request.ContextExecutor;
import io.oncegate.request.Ids;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;

/** Opens lanes, each on an event loop of its own choice. */
@ApplicationScoped
class Lanes {

    private final Outbox outbox;
    private final SendMessage send;
    private final Ids ids;
    private final Vertx vertx;

    Lanes(Outbox outbox, SendMessage send, Ids ids, Vertx vertx) {
        this.outbox = outbox;
        this.send = send;
        this.ids = ids;
        this.vertx = vertx;
    }

    /** A lane through this gateway, on a context that carries nothing of any request. */
    Lane open(Gateway gateway, Runnable overflowing) {
        Context own = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
        return new Lane(gateway, outbox, send, ids, new Lane.Surroundings(ContextExecutor.onto(own), overflowing));
    }
}
