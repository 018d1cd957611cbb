package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.orders.payment.Listed;
import io.oncegate.orders.payment.ResolvePayment;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Ulid;
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

/** Payments whose outcome is not known, for the operator: what to look for at the provider, and what was found there. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/payments")
@Produces(MediaType.APPLICATION_JSON)
class PaymentResource {

    private static final String STATUS = "unknown: it may have happened, and is looked after by itself."
            + " review: nobody but an operator looks after it. The others are on their way";

    private final OperatorRequest request;
    private final ResolvePayment payments;

    PaymentResource(OperatorRequest request, ResolvePayment payments) {
        this.request = request;
        this.payments = payments;
    }

    @Operation(
            summary = "List payments without an outcome",
            description = "Attempts of all tenants in one status, oldest first. What is resolved meanwhile leaves the"
                    + " list; no other item moves.")
    @APIResponse(responseCode = "200", description = "A page of attempts")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<Page<PaymentView>> list(
            @QueryParam("status")
                    @Parameter(
                            required = true,
                            description = STATUS,
                            example = "unknown",
                            schema =
                                    @Schema(
                                            enumeration = {
                                                "prepared",
                                                "sending",
                                                "unknown",
                                                "pending",
                                                "action_required",
                                                "review"
                                            }))
                    @Nullable
                    String status,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable String limit) {
        int most = Paging.limit(limit);
        return payments.listed(PaymentQuery.status(status), Paging.afterId(cursor), most + 1, request.deadline())
                .map(found -> Page.of(found, most, PaymentView::of, Listed::id));
    }

    @Operation(
            summary = "Resolve a payment",
            description =
                    "One that is unknown or in review, by what the provider shows of it. Attempt, payment, order and the"
                            + " answer under the order's key are recorded at once. A payment that succeeded twice, or after"
                            + " its order had failed, is refunded at the provider first and resolved as refunded then; an"
                            + " order that another attempt has paid stays paid.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = VerdictBody.ToPost.class)))
    @APIResponse(responseCode = "204", description = "It is resolved")
    @APIResponse(responseCode = "404", description = "not-found")
    @APIResponse(
            responseCode = "409",
            description = "state-conflict: it has an outcome already, or another attempt of its order has to be settled"
                    + " first; nothing was changed")
    @APIResponse(responseCode = "422", description = "validation-failed: nothing was changed")
    @POST
    @Path("/{id}/resolve")
    @RequiresScope(Scope.OPERATOR)
    public Uni<Void> resolve(
            @PathParam("id") @Parameter(description = "Of the attempt, as the list shows it") String id,
            @Context RoutingContext http) {
        return request.body(http).chain(body -> {
            String attempt = attempt(id);
            return payments.resolve(attempt, VerdictBody.read(body), request.stamp(), request.deadline());
        });
    }

    /** The attempt's id of a path, if an attempt can have it. */
    private static String attempt(String id) {
        if (!Ulid.isOne(id)) {
            throw Problem.of(ProblemType.NOT_FOUND, "There is no payment with this id.")
                    .toException();
        }
        return id;
    }
}
