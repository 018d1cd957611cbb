package io.oncegate.caller;

import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** Where an authenticated request's {@link Identity} is kept: on the request's own Vert.x context, and gone with it. */
final class CurrentIdentity {

    private static final String LOCAL = Identity.class.getName();

    private CurrentIdentity() {}

    static void set(Context request, Identity identity) {
        request.putLocal(LOCAL, identity);
    }

    static Identity get() {
        Context context = Vertx.currentContext();
        Identity current = context == null ? null : context.getLocal(LOCAL);
        if (current == null) {
            throw new IllegalStateException("no authenticated request is being handled here");
        }
        return current;
    }
}
