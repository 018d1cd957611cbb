package io.oncegate.ops.admin;

import io.oncegate.caller.CachedCallers;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.ApiKeys;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Any tenant's API key by its id, for the operator. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/api-keys")
@Produces(MediaType.APPLICATION_JSON)
class ApiKeyResource {

    private final OperatorRequest request;
    private final ApiKeys apiKeys;
    private final CachedCallers callers;

    ApiKeyResource(OperatorRequest request, ApiKeys apiKeys, CachedCallers callers) {
        this.request = request;
        this.apiKeys = apiKeys;
        this.callers = callers;
    }

    @Operation(
            summary = "Revoke an API key",
            description = "Felt at once here and within five seconds everywhere. Repeating it changes nothing.")
    @APIResponse(responseCode = "204", description = "It is revoked")
    @APIResponse(responseCode = "404", description = "not-found")
    @DELETE
    @Path("/{id}")
    @RequiresScope(Scope.OPERATOR)
    public Uni<Void> revoke(@PathParam("id") String id) {
        if (!Ulid.isOne(id)) {
            throw noKey();
        }
        return apiKeys.revoke(id, request.stamp(), request.deadline())
                // Also after a failure: a revocation whose reply was lost may have been made.
                .eventually(callers::forget)
                .invoke(known -> {
                    if (!known) {
                        throw noKey();
                    }
                })
                .replaceWithVoid();
    }

    private static ProblemException noKey() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no API key with this id.")
                .toException();
    }
}
