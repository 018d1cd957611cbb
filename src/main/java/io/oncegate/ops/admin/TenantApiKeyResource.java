package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.ApiKeyRecord;
import io.oncegate.caller.tenants.ApiKeys;
import io.oncegate.caller.tenants.IssueApiKey;
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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The API keys of one tenant, for the operator. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
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

    @Operation(summary = "Make an API key", description = "The key is shown in this answer and never again.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = ApiKeyBody.ToCreate.class)))
    @APIResponse(
            responseCode = "201",
            description = "The new key",
            content = @Content(schema = @Schema(implementation = IssuedApiKeyView.class)))
    @APIResponse(responseCode = "404", description = "not-found: there is no such tenant")
    @APIResponse(responseCode = "422", description = "validation-failed")
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

    @Operation(summary = "List the API keys of a tenant", description = "Oldest first; revoked and expired ones too.")
    @APIResponse(responseCode = "200", description = "A page of keys, without their secrets")
    @APIResponse(responseCode = "404", description = "not-found: there is no such tenant")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<Page<ApiKeyView>> list(
            @PathParam("tenant_id") String tenant,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        int most = Paging.limit(limit);
        return apiKeys.list(OperatorRequest.tenant(tenant), Paging.afterId(cursor), most + 1, request.deadline())
                .map(found -> found.orElseThrow(OperatorRequest::noTenant))
                .map(found -> Page.of(found, most, ApiKeyView::of, ApiKeyRecord::id));
    }
}
