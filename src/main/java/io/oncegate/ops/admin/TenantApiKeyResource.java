package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.ApiKeyRecord;
import io.oncegate.caller.tenants.ApiKeys;
import io.oncegate.caller.tenants.IssueApiKey;
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
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** The API keys of one tenant, for the operator. */
@Path("/admin/v1/tenants/{tenant_id}/api-keys")
@Produces(MediaType.APPLICATION_JSON)
class TenantApiKeyResource {

    private final OperatorRequest request;
    private final IssueApiKey issueApiKey;
    private final ApiKeys apiKeys;

    TenantApiKeyResource(OperatorRequest request, IssueApiKey issueApiKey, ApiKeys apiKeys) {
        this.request = request;
        this.issueApiKey = issueApiKey;
        this.apiKeys = apiKeys;
    }

    @POST
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

    private static String after(@Nullable String cursor) {
        if (cursor == null) {
            return "";
        }
        if (!Ulid.isOne(cursor)) {
            throw Paging.unreadable("cursor must be the next_cursor of a page.");
        }
        return cursor;
    }
}
