package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.webhooks.Listed;
import io.oncegate.webhooks.ReplayWebhook;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Webhooks that could not be applied, for the operator. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/webhooks")
@Produces(MediaType.APPLICATION_JSON)
class WebhookEventResource {

    private static final String STATUS = "parked: it is about something that is not known here, or not of its account,"
            + " and is tried again while it has a next_try_at. failed: it cannot be read, or the service failed on it";

    private final OperatorRequest request;
    private final ReplayWebhook webhooks;

    WebhookEventResource(OperatorRequest request, ReplayWebhook webhooks) {
        this.request = request;
        this.webhooks = webhooks;
    }

    @Operation(
            summary = "List webhooks that could not be applied",
            description = "Of all accounts and gateways in one status, oldest first. What is applied meanwhile leaves"
                    + " the list; no other item moves.")
    @APIResponse(responseCode = "200", description = "A page of webhooks, without their bodies")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<Page<WebhookEventView>> list(
            @QueryParam("status")
                    @Parameter(
                            required = true,
                            description = STATUS,
                            example = "parked",
                            schema = @Schema(enumeration = {"parked", "failed"}))
                    @Nullable
                    String status,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable String limit) {
        int most = Paging.limit(limit);
        return webhooks.listed(WebhookEventQuery.status(status), Paging.afterId(cursor), most + 1, request.deadline())
                .map(found -> Page.of(found, most, WebhookEventView::of, Listed::id));
    }

    @Operation(
            summary = "Replay a webhook",
            description = "One that is parked or has failed: it is tried anew, at once and for as long as one that has"
                    + " just come. It is applied by its rank: what is known already, or better, stays.")
    @APIResponse(responseCode = "204", description = "It is to be applied")
    @APIResponse(responseCode = "404", description = "not-found")
    @APIResponse(
            responseCode = "409",
            description = "state-conflict: it is neither parked nor failed; nothing was changed")
    @POST
    @Path("/{id}/replay")
    @RequiresScope(Scope.OPERATOR)
    public Uni<Void> replay(@PathParam("id") @Parameter(description = "As the list shows it") String id) {
        return webhooks.replay(id, request.stamp(), request.deadline());
    }
}
