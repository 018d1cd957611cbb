package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.overload.CurrentProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The profile that the service is in, for the operator. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/profile")
@Produces(MediaType.APPLICATION_JSON)
class ProfileResource {

    private final OperatorRequest request;
    private final CurrentProfile profile;

    ProfileResource(OperatorRequest request, CurrentProfile profile) {
        this.request = request;
        this.profile = profile;
    }

    @Operation(summary = "Show the profile", description = "The one that this instance is in.")
    @APIResponse(
            responseCode = "200",
            description = "The profile",
            content = @Content(schema = @Schema(implementation = ProfileView.class)))
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<ProfileView> get() {
        return Uni.createFrom().item(() -> ProfileView.of(profile.profile()));
    }

    @Operation(
            summary = "Change the profile",
            description = "All limits are multiplied by what the profile is configured to grant. Felt at once here and"
                    + " within two seconds everywhere. Repeating it changes nothing.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = ProfileView.class)))
    @APIResponse(
            responseCode = "200",
            description = "The profile that holds now",
            content = @Content(schema = @Schema(implementation = ProfileView.class)))
    @APIResponse(responseCode = "422", description = "validation-failed")
    @PUT
    @RequiresScope(Scope.OPERATOR)
    public Uni<ProfileView> change(@Context RoutingContext http) {
        return request.body(http)
                .map(ProfileView::read)
                .chain(wanted -> profile.change(wanted, request.stamp(), request.deadline()))
                .map(ProfileView::of);
    }
}
