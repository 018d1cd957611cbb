package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.messages.ListedMessage;
import io.oncegate.messages.RequeueMessage;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Messages that nobody looks after, for the operator: those that were given up, and those that may have been sent. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/messages")
@Produces(MediaType.APPLICATION_JSON)
class MessageResource {

    private static final String STATUS = "dead: it was given up, and the gateway has not taken it."
            + " unknown: the gateway may have taken it; it is never sent again by itself unless the gateway recognises it";

    private final OperatorRequest request;
    private final RequeueMessage messages;

    MessageResource(OperatorRequest request, RequeueMessage messages) {
        this.request = request;
        this.messages = messages;
    }

    @Operation(
            summary = "List messages that were not sent, or may not have been",
            description = "Messages of all tenants in one status, oldest first. What is settled meanwhile leaves the"
                    + " list; no other item moves.")
    @APIResponse(responseCode = "200", description = "A page of messages")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<Page<MessageView>> list(
            @QueryParam("status")
                    @Parameter(
                            required = true,
                            description = STATUS,
                            example = "unknown",
                            schema = @Schema(enumeration = {"dead", "unknown"}))
                    @Nullable
                    String status,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable String limit) {
        int most = Paging.limit(limit);
        return messages.listed(MessageQuery.status(status), Paging.afterId(cursor), most + 1, request.deadline())
                .map(found -> Page.of(found, most, MessageView::of, ListedMessage::id));
    }

    @Operation(
            summary = "Send a message again",
            description = "One that is dead, or, where the body says that its recipient may get it twice, one that is"
                    + " unknown. It keeps its id and its time: what has expired is not sent any more.")
    @RequestBody(
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = MessageRequeueBody.ToPost.class)))
    @APIResponse(responseCode = "204", description = "It waits to be sent")
    @APIResponse(responseCode = "404", description = "not-found")
    @APIResponse(
            responseCode = "409",
            description = "state-conflict: it is neither dead nor unknown, or has expired; nothing was changed")
    @APIResponse(
            responseCode = "422",
            description = "validation-failed: it may have been sent, and nobody said that it may be sent twice; nothing"
                    + " was changed")
    @POST
    @Path("/{id}/requeue")
    @RequiresScope(Scope.OPERATOR)
    public Uni<Void> requeue(
            @PathParam("id") @Parameter(description = "Of the message") String id, @Context RoutingContext http) {
        return request.optionalBody(http)
                .chain(body ->
                        messages.requeue(id, MessageRequeueBody.read(body), request.stamp(), request.deadline()));
    }
}
