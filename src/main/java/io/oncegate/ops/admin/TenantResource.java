package io.oncegate.ops.admin;

import io.oncegate.caller.CachedCallers;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.NewTenant;
import io.oncegate.caller.tenants.Tenant;
import io.oncegate.caller.tenants.TenantCreation;
import io.oncegate.caller.tenants.Tenants;
import io.oncegate.messages.gateway.Gateways;
import io.oncegate.ops.admin.TenantBody.Named;
import io.oncegate.payments.Accounts;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Tenants, for the operator. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/tenants")
@Produces(MediaType.APPLICATION_JSON)
class TenantResource {

    private final OperatorRequest request;
    private final Tenants tenants;
    private final CachedCallers callers;
    private final TenantBody bodies;

    TenantResource(
            OperatorRequest request, Tenants tenants, CachedCallers callers, Accounts accounts, Gateways gateways) {
        this.request = request;
        this.tenants = tenants;
        this.callers = callers;
        this.bodies = new TenantBody(
                new Named(
                        "payment account",
                        accounts::isConfigured,
                        name -> accounts.find(name).isPresent()),
                new Named(
                        "message gateway",
                        gateways::isConfigured,
                        name -> gateways.find(name).isPresent()));
    }

    @Operation(summary = "Make a tenant", description = "Repeating it changes nothing.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = TenantBody.ToCreate.class)))
    @APIResponse(
            responseCode = "201",
            description = "The new tenant",
            content = @Content(schema = @Schema(implementation = TenantView.class)))
    @APIResponse(
            responseCode = "200",
            description = "It existed just so; nothing changed",
            content = @Content(schema = @Schema(implementation = TenantView.class)))
    @APIResponse(responseCode = "409", description = "state-conflict: it exists with other values")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @POST
    @RequiresScope(Scope.OPERATOR)
    public Uni<Response> create(@Context RoutingContext http) {
        return request.body(http)
                .map(bodies::created)
                .chain(this::create)
                .map(creation -> creation.match(
                        created -> answer(Response.Status.CREATED, created),
                        existed -> answer(Response.Status.OK, existed),
                        TenantResource::refuse));
    }

    @Operation(summary = "Show a tenant")
    @APIResponse(
            responseCode = "200",
            description = "The tenant",
            content = @Content(schema = @Schema(implementation = TenantView.class)))
    @APIResponse(responseCode = "404", description = "not-found")
    @GET
    @Path("/{tenant_id}")
    @RequiresScope(Scope.OPERATOR)
    public Uni<TenantView> get(@PathParam("tenant_id") String id) {
        return tenants.find(OperatorRequest.tenant(id), request.deadline()).map(TenantResource::found);
    }

    @Operation(summary = "Change a tenant", description = "What is absent stays as it is, null clears a name.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = TenantBody.ToChange.class)))
    @APIResponse(
            responseCode = "200",
            description = "The tenant as it is now",
            content = @Content(schema = @Schema(implementation = TenantView.class)))
    @APIResponse(responseCode = "404", description = "not-found")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @PATCH
    @Path("/{tenant_id}")
    @RequiresScope(Scope.OPERATOR)
    public Uni<TenantView> change(@PathParam("tenant_id") String id, @Context RoutingContext http) {
        return request.body(http)
                .map(bodies::changed)
                .chain(change ->
                        tenants.change(OperatorRequest.tenant(id), change, request.stamp(), request.deadline()))
                // Also after a failure: a change whose reply was lost may have been made.
                .eventually(callers::forget)
                .map(TenantResource::found);
    }

    private Uni<TenantCreation> create(NewTenant wanted) {
        return tenants.create(wanted, request.stamp(), request.deadline());
    }

    private static TenantView found(Optional<Tenant> tenant) {
        return tenant.map(TenantView::of).orElseThrow(OperatorRequest::noTenant);
    }

    private static Response answer(Response.Status status, Tenant tenant) {
        return Response.status(status).entity(TenantView.of(tenant)).build();
    }

    private static Response refuse(Tenant present) {
        throw Problem.of(
                        ProblemType.STATE_CONFLICT,
                        "The tenant exists with other values: its plan is "
                                + present.plan().wire()
                                + ". GET shows it, PATCH changes it.")
                .toException();
    }
}
