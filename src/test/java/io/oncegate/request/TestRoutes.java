package io.oncegate.request;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Set;

/** Some of the routes that the service has, for tests of other packages. */
public final class TestRoutes {

    private TestRoutes() {}

    public static Routes all() {
        return new Routes(Set.of(Orders.class, Messages.class));
    }

    @Path("/v1/orders")
    interface Orders {
        @POST
        void place();

        @GET
        @Path("/export")
        void export();

        @GET
        @Path("/{order_id}")
        void read();
    }

    @Path("/v1/messages")
    interface Messages {
        @POST
        void send();
    }
}
