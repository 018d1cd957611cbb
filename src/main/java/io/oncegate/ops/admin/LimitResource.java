package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.ratelimit.policy.ChangeLimits;
import io.oncegate.ratelimit.policy.CurrentPolicies;
import io.oncegate.ratelimit.policy.Policy;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
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

/** What the policies allow to all, for the operator. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/limits")
@Produces(MediaType.APPLICATION_JSON)
class LimitResource {

    private final OperatorRequest request;
    private final LimitRequest limits;
    private final CurrentPolicies policies;
    private final ChangeLimits changes;

    LimitResource(OperatorRequest request, LimitRequest limits, CurrentPolicies policies, ChangeLimits changes) {
        this.request = request;
        this.limits = limits;
        this.policies = policies;
        this.changes = changes;
    }

    @Operation(
            summary = "List the policies and their limits",
            description = "As this instance knows them, before the profile's multiplier; tenants' own are not in it.")
    @APIResponse(responseCode = "200", description = "All policies, by name")
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<Page<LimitView>> list() {
        return Uni.createFrom()
                .item(() -> new Page<>(
                        policies.all().stream()
                                .map(policy -> LimitView.of(policies.unscaled(policy)))
                                .toList(),
                        null));
    }

    @Operation(
            summary = "Change a limit for all",
            description = "Whatever their plan, but for tenants that have a limit of their own. Felt at once here and"
                    + " within two seconds everywhere. Members that are absent are as they are configured. Changed to"
                    + " what is configured, the change is taken back: plans count again. Repeating it changes nothing.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = LimitBody.ToPut.class)))
    @APIResponse(
            responseCode = "200",
            description = "The policy as it is now",
            content = @Content(schema = @Schema(implementation = LimitView.class)))
    @APIResponse(responseCode = "404", description = "not-found: there is no such policy")
    @APIResponse(responseCode = "422", description = "validation-failed: nothing was changed")
    @PUT
    @Path("/{policy}")
    @RequiresScope(Scope.OPERATOR)
    public Uni<LimitView> change(@PathParam("policy") String name, @Context RoutingContext http) {
        return request.body(http).chain(body -> {
            Policy policy = limits.policy(name);
            return changes.forAll(policy, limits.change(policy, body), request.stamp(), request.deadline())
                    .map(LimitView::of);
        });
    }
}
