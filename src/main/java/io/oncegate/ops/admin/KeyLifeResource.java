package io.oncegate.ops.admin;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.KeyLives;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * One idempotency key of a tenant, for the operator: named by its hash, since the key is a secret of its client and has
 * no place in a URL.
 */
@Tag(name = "Operator", description = "Tenants, API keys and what was changed; for credentials with the scope operator")
@Path("/admin/v1/tenants/{tenant_id}/idempotency-keys/{operation}")
@Produces(MediaType.APPLICATION_JSON)
class KeyLifeResource {

    private static final String OPERATION = "orders or messages";
    private static final String HASH = "SHA-256 of the key without quotes, as 64 hexadecimal digits";
    private static final String EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private static final String PRINCIPAL = "Whose key; needed only where several principals have sent the same one";

    private final OperatorRequest request;
    private final KeyByHash keys;
    private final KeyLives lives;

    KeyLifeResource(OperatorRequest request, KeyByHash keys, KeyLives lives) {
        this.request = request;
        this.keys = keys;
        this.lives = lives;
    }

    @Operation(
            summary = "Look at an idempotency key",
            description =
                    "What is stored of it but the answer's body, and its life as a timeline. All keys of the tenant"
                            + " are searched, a hundred thousand to a million in a second: where the usual five seconds do not do, give"
                            + " more with X-Request-Timeout-Ms.")
    @APIResponse(responseCode = "200", description = "The key, which may have expired")
    @APIResponse(responseCode = "404", description = "not-found: no such key is stored, or not any more")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @GET
    @RequiresScope(Scope.OPERATOR)
    public Uni<KeyLifeView> look(
            @PathParam("tenant_id") String tenant,
            @PathParam("operation") @Parameter(description = OPERATION) String operation,
            @QueryParam("key_sha256") @Parameter(required = true, description = HASH, example = EXAMPLE_HASH) @Nullable
                    String keySha256,
            @QueryParam("principal") @Parameter(description = PRINCIPAL) @Nullable String principal) {
        Deadline deadline = request.deadline();
        return keys.find(new KeyByHash.Query(tenant, operation, keySha256, principal), deadline)
                .chain(scope -> lives.find(scope, deadline))
                .map(found -> found.orElseThrow(KeyByHash::noKey))
                .map(life -> KeyLifeView.of(life, operation));
    }

    @Operation(
            summary = "Expire an idempotency key",
            description = "A finished one. Felt everywhere within five seconds: from then on the next request with this"
                    + " key is executed. Repeating it changes nothing.")
    @APIResponse(responseCode = "204", description = "It has expired")
    @APIResponse(responseCode = "404", description = "not-found: no such key is stored, or not any more")
    @APIResponse(responseCode = "409", description = "state-conflict: it is in progress")
    @APIResponse(responseCode = "422", description = "validation-failed")
    @DELETE
    @RequiresScope(Scope.OPERATOR)
    public Uni<Void> expire(
            @PathParam("tenant_id") String tenant,
            @PathParam("operation") @Parameter(description = OPERATION) String operation,
            @QueryParam("key_sha256") @Parameter(required = true, description = HASH, example = EXAMPLE_HASH) @Nullable
                    String keySha256,
            @QueryParam("principal") @Parameter(description = PRINCIPAL) @Nullable String principal) {
        Deadline deadline = request.deadline();
        Stamp stamp = request.stamp();
        return keys.find(new KeyByHash.Query(tenant, operation, keySha256, principal), deadline)
                .chain(scope -> lives.expire(scope, stamp, deadline))
                .map(found -> found.orElseThrow(KeyByHash::noKey))
                .invoke(KeyLifeResource::refuseUnfinished)
                .replaceWithVoid();
    }

    private static void refuseUnfinished(KeyStatus found) {
        if (found == KeyStatus.IN_PROGRESS) {
            throw Problem.of(
                            ProblemType.STATE_CONFLICT,
                            "The key is in progress. A request may be having its effect; only a finished key expires.")
                    .toException();
        }
    }
}
