package io.oncegate.orders;

import io.oncegate.caller.Caller;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.idempotency.IdempotentExchange;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.idempotency.operation.Operations;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestMulti;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /v1/orders}: parses, hands over, renders. */
@Path(OrderResource.PATH)
public class OrderResource {

    static final String PATH = "/v1/orders";

    private static final String LINES_OF_JSON = "application/x-ndjson";

    private final IdempotentExchange exchange;
    private final PlaceOrder placeOrder;
    private final ReadOrders readOrders;
    private final ExportOrders exportOrders;
    private final OperationKind kind;

    OrderResource(
            IdempotentExchange exchange,
            PlaceOrder placeOrder,
            ReadOrders readOrders,
            ExportOrders exportOrders,
            Operations operations) {
        this.exchange = exchange;
        this.placeOrder = placeOrder;
        this.readOrders = readOrders;
        this.exportOrders = exportOrders;
        this.kind = operations.get(OrdersOperation.NAME);
    }

    /** Places an order. */
    @POST
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.ORDERS_WRITE)
    public Uni<Response> place(@Context RoutingContext http) {
        return exchange.handle(http, kind, placeOrder::place);
    }

    /** Reads one order. */
    @GET
    @Path("/{order_id}")
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.ORDERS_READ)
    public Uni<OrderView> one(@RestPath("order_id") String id) {
        return readOrders.one(Caller.current().tenant(), id, deadline());
    }

    /** Lists orders. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.ORDERS_READ)
    public Uni<OrderPage> page(@Context RoutingContext http) {
        // As they came: the framework would take an empty one for none, and answer another question.
        MultiMap asked = http.queryParams();
        ReadOrders.Query query =
                new ReadOrders.Query(asked.get("limit"), asked.get("cursor"), asked.get("external_id"));
        return readOrders.page(Caller.current().tenant(), query, deadline());
    }

    /** Exports orders. Whoever asks for the head alone gets it without a page being read. */
    @GET
    @Path("/export")
    @Produces(LINES_OF_JSON)
    @RequiresScope(Scope.ORDERS_READ)
    public Multi<byte[]> export(@RestQuery("after") Optional<String> after, @Context RoutingContext http) {
        Multi<byte[]> lines = exportOrders.export(Caller.current().tenant(), after.orElse(""), deadline());
        boolean headOnly = HttpMethod.HEAD.equals(http.request().method());
        return RestMulti.fromMultiData(headOnly ? Multi.createFrom().empty() : lines)
                .header(HttpHeaders.CONTENT_TYPE, LINES_OF_JSON)
                .build();
    }

    private Deadline deadline() {
        return RequestContext.current().deadline(kind.budget());
    }
}
