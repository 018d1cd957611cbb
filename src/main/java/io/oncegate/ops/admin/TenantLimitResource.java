package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.ratelimit.policy.ChangeLimits;
import io.oncegate.ratelimit.policy.LimitChange;
import io.oncegate.ratelimit.policy.Policy;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What the policies allow to one tenant, for the operator. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/tenants/{tenant_id}/limits/{policy}")
@Produces(MediaType.APPLICATION_JSON)
class TenantLimitResource {

    private final OperatorRequest request;
    private final LimitRequest limits;
    private final ChangeLimits changes;

    TenantLimitResource(OperatorRequest request, LimitRequest limits, ChangeLimits changes) {
        this.request = request;
        this.limits = limits;
        this.changes = changes;
    }

    @Operation(
            summary = "Give a tenant a limit of its own",
            description = "It counts more than any change for all, and than the plan. Felt at once here and within two"
                    + " seconds everywhere. Members that are absent are as they are for all. Repeating it changes"
                    + " nothing.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = LimitBody.ToPut.class)))
    @APIResponse(
            responseCode = "200",
            description = "The policy as it is now for the tenant",
            content = @Content(schema = @Schema(implementation = LimitView.class)))
    @APIResponse(responseCode = "404", description = "not-found: there is no such tenant, or no such policy")
    @APIResponse(
            responseCode = "422",
            description =
                    "validation-failed: nothing was changed. Also for a policy that does not count within a tenant")
    @PUT
    @RequiresScope(Scope.OPERATOR)
    public Uni<LimitView> change(
            @PathParam("tenant_id") String tenant, @PathParam("policy") String name, @Context RoutingContext http) {
        return request.body(http).chain(body -> {
            String id = OperatorRequest.tenant(tenant);
            Policy policy = limits.policyOfTenants(name);
            LimitChange change = limits.changeOfTenant(policy, body);
            return changes.forTenant(policy, id, change, request.stamp(), request.deadline())
                    .map(terms -> LimitView.of(policy, terms.orElseThrow(OperatorRequest::noTenant)));
        });
    }

    @Operation(
            summary = "Take a tenant's own limit back",
            description = "What is for all, or for its plan, counts again. Repeating it changes nothing.")
    @APIResponse(responseCode = "204", description = "The tenant has no limit of its own in this policy")
    @APIResponse(responseCode = "404", description = "not-found: there is no such tenant, or no such policy")
    @APIResponse(responseCode = "422", description = "validation-failed: the policy does not count within a tenant")
    @DELETE
    @RequiresScope(Scope.OPERATOR)
    public Uni<Void> takeBack(@PathParam("tenant_id") String tenant, @PathParam("policy") String name) {
        return changes.takeBack(
                        limits.policyOfTenants(name),
                        OperatorRequest.tenant(tenant),
                        request.stamp(),
                        request.deadline())
                .invoke(known -> {
                    if (!known) {
                        throw OperatorRequest.noTenant();
                    }
                })
                .replaceWithVoid();
    }
}
