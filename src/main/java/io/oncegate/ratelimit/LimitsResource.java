package io.oncegate.ratelimit;

import io.oncegate.caller.Identity;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** {@code /v1/limits}: what a caller may still send. Looking charges nothing. */
@Path("/v1/limits")
public class LimitsResource {

    private final LookAtLimits look;

    LimitsResource(LookAtLimits look) {
        this.look = look;
    }

    /** The caller's limits as they are now. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope({Scope.ORDERS_WRITE, Scope.ORDERS_READ, Scope.MESSAGES_WRITE, Scope.MESSAGES_READ, Scope.OPERATOR})
    @ChargesNothing("whoever asks how long to wait must not have to wait for the answer")
    public Uni<LimitsView> limits() {
        return look.at(Identity.current());
    }
}
