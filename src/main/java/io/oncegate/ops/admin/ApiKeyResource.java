package io.oncegate.ops.admin;

import io.oncegate.caller.CachedCallers;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.ApiKeyRecord;
import io.oncegate.caller.tenants.ApiKeys;
import io.oncegate.caller.tenants.IssueApiKey;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** API keys of tenants, for the operator. */
@Path("/admin/v1")
@Produces(MediaType.APPLICATION_JSON)
class ApiKeyResource {

    private final OperatorRequest request;
    private final IssueApiKey issueApiKey;
    private final ApiKeys apiKeys;
    private final CachedCallers callers;

    ApiKeyResource(OperatorRequest request, IssueApiKey issueApiKey, ApiKeys apiKeys, CachedCallers callers) {
        this.request = request;
        this.issueApiKey = issueApiKey;
        this.apiKeys = apiKeys;
        this.callers = callers;
    }

    @POST
    @Path("/tenants/{tenant_id}/api-keys")
    @RequiresScope(Scope.OPERATOR)
    public Uni<Response> issue(@PathParam("tenant_id") String tenant, @Context RoutingContext http) {
        return request.body(http)
                .map(body -> ApiKeyBody.read(body, request.now()))
                .chain(wanted ->
                        issueApiKey.issue(OperatorRequest.tenant(tenant), wanted, request.stamp(), request.deadline()))
                .map(issued -> issued.orElseThrow(OperatorRequest::noTenant))
                .map(issued -> Response.status(Response.Status.CREATED)
                        .entity(IssuedApiKeyView.of(issued))
                        .build());
    }

    @GET
    @Path("/tenants/{tenant_id}/api-keys")
    @RequiresScope(Scope.OPERATOR)
    public Uni<Page<ApiKeyView>> list(
            @PathParam("tenant_id") String tenant,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        int most = Paging.limit(limit);
        return apiKeys.list(OperatorRequest.tenant(tenant), after(cursor), most + 1, request.deadline())
                .map(found -> found.orElseThrow(OperatorRequest::noTenant))
                .map(found -> Page.of(found, most, ApiKeyView::of, ApiKeyRecord::id));
    }

    @DELETE
    @Path("/api-keys/{id}")
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

    private static String after(@Nullable String cursor) {
        if (cursor == null) {
            return "";
        }
        if (!Ulid.isOne(cursor)) {
            throw Paging.unreadable("cursor must be the next_cursor of a page.");
        }
        return cursor;
    }

    private static ProblemException noKey() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no API key with this id.")
                .toException();
    }
}
