package io.oncegate.idempotency;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.caller.Caller;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.idempotency.identity.IdempotencyKey;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.idempotency.operation.Operations;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.overload.Admission;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /v1/idempotency-keys}: what became of my key. */
@Path("/v1/idempotency-keys")
public class KeyResource {

    private final IdempotencyStore store;
    private final Operations operations;
    private final Admission admission;

    KeyResource(IdempotencyStore store, Operations operations, Admission admission) {
        this.store = store;
        this.operations = operations;
        this.admission = admission;
    }

    /** What became of an order's key. */
    @GET
    @Path("/orders")
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.ORDERS_READ)
    public Uni<KeyView> ofOrders(@Context RoutingContext http) {
        return look("orders", http);
    }

    /** What became of a message's key. */
    @GET
    @Path("/messages")
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.MESSAGES_READ)
    public Uni<KeyView> ofMessages(@Context RoutingContext http) {
        return look("messages", http);
    }

    private Uni<KeyView> look(String operation, RoutingContext http) {
        OperationKind kind = operations.get(operation);
        Caller caller = Caller.current();
        IdempotencyKey key = IdempotencyKey.from(http.request().headers().getAll(IdempotencyKey.HEADER));
        IdempotentExchange.mark(key);
        KeyScope scope = new KeyScope(caller.tenant(), caller.principal(), kind.method(), kind.path(), key.value());
        Deadline deadline = RequestContext.current().deadline(kind.budget());
        return admission
                .run(deadline, () -> store.find(scope, deadline))
                .map(found ->
                        found.filter(row -> !row.expired()).map(KeyView::of).orElseThrow(KeyResource::noSuchKey));
    }

    private static RuntimeException noSuchKey() {
        return Problem.of(
                        ProblemType.NOT_FOUND,
                        "No request with this Idempotency-Key is known. Either none arrived, or the key has expired.")
                .toException();
    }

    /** A key as its owner sees it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record KeyView(
            @JsonProperty("status") String status,
            @JsonProperty("http_status") @Nullable Integer httpStatus,
            @JsonProperty("resource") @Nullable String resource,
            @JsonProperty("created_at") Instant createdAt,
            @JsonProperty("expires_at") @Nullable Instant expiresAt,
            @JsonProperty("retry_after_ms") @Nullable Long retryAfterMs) {

        static KeyView of(KeyRow row) {
            boolean inProgress = row.status() == KeyStatus.IN_PROGRESS;
            Optional<RecordedResponse> response = row.response();
            return new KeyView(
                    row.status().wire(),
                    response.map(RecordedResponse::status).orElse(null),
                    response.map(RecordedResponse::location).orElse(null),
                    row.createdAt(),
                    row.expiresAt().orElse(null),
                    inProgress ? row.retryAfter().toMillis() : null);
        }
    }
}
