package io.oncegate.ratelimit;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.WithoutCredential;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** What a shop can ask for, in every way in which a request can be meant for a resource method. */
final class Shop {
    static final Class<?>[] RESOURCES = {Orders.class, Shelves.class, Tenants.class, Open.class};

    private Shop() {}

    @Path("/v1/orders")
    @Produces("application/json")
    public static final class Orders {

        @POST
        @RequiresScope(Scope.ORDERS_WRITE)
        public void place() {}

        @GET
        @Path("/{order_id}")
        @RequiresScope(Scope.ORDERS_READ)
        public void one() {}

        @GET
        @Path("/export")
        @Produces("application/x-ndjson")
        @RequiresScope(Scope.ORDERS_READ)
        public void export() {}

        @GET
        @Path("/limits")
        @RequiresScope(Scope.ORDERS_READ)
        @ChargesNothing("a test")
        public void limits() {}
    }

    @Path("/v1/shelves")
    public static final class Shelves {

        @POST
        @Consumes("application/json")
        @RequiresScope(Scope.ORDERS_WRITE)
        public void make() {}

        @GET
        @Produces("text/plain")
        @RequiresScope(Scope.ORDERS_READ)
        public void asText() {}

        @GET
        @Produces("application/json")
        @RequiresScope(Scope.ORDERS_READ)
        public void asJson() {}

        @PUT
        public void nobodysBusiness() {}
    }

    @Path("/admin/v1/tenants")
    public static final class Tenants {

        @GET
        @RequiresScope({Scope.OPERATOR, Scope.ORDERS_READ})
        public void list() {}
    }

    @Path("/v1/open")
    public static final class Open {

        @GET
        @WithoutCredential("a test")
        public void anyone() {}
    }
}
