package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.audit.Audit;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What operators changed. */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/audit")
@Produces(MediaType.APPLICATION_JSON)
class AuditResource {

    private final OperatorRequest request;
    private final Audit audit;

    AuditResource(OperatorRequest request, Audit audit) {
        this.request = request;
        this.audit = audit;
    }

    @Operation(summary = "Read what was changed", description = "Oldest first, from the time since on.")
    @APIResponse(responseCode = "200", description = "A page of entries")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<Page<AuditView>> list(
            @QueryParam("since") @Nullable String since,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable String limit) {
        int most = Paging.limit(limit);
        return audit.after(AuditCursor.position(since, cursor), most + 1, request.deadline())
                .map(found -> Page.of(found, most, AuditView::of, AuditCursor::after));
    }
}
