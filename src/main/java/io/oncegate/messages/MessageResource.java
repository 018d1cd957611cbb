package io.oncegate.messages;

import io.oncegate.caller.Caller;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.idempotency.IdempotentExchange;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.idempotency.operation.Operations;
import io.oncegate.overload.Admission;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;

/** {@code /v1/messages}: parses, hands over, renders. */
@Path(MessageResource.PATH)
public class MessageResource {

    static final String PATH = "/v1/messages";

    private final IdempotentExchange exchange;
    private final AcceptMessage acceptMessage;
    private final Messages messages;
    private final Admission admission;
    private final OperationKind kind;

    MessageResource(
            IdempotentExchange exchange,
            AcceptMessage acceptMessage,
            Messages messages,
            Admission admission,
            Operations operations) {
        this.exchange = exchange;
        this.acceptMessage = acceptMessage;
        this.messages = messages;
        this.admission = admission;
        this.kind = operations.get(MessagesOperation.NAME);
    }

    /** Accepts a message. */
    @POST
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.MESSAGES_WRITE)
    public Uni<Response> accept(@Context RoutingContext http) {
        return exchange.handle(http, kind, acceptMessage::accept);
    }

    /** Reads one message. */
    @GET
    @Path("/{id}")
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.MESSAGES_READ)
    public Uni<MessageView> one(@RestPath("id") String id) {
        return find(id).map(found -> found.map(MessageView::of).orElseThrow(MessageResource::noSuchMessage));
    }

    private Uni<Optional<Message>> find(String id) {
        if (!Ulid.isOne(id)) {
            return Uni.createFrom().item(Optional.empty());
        }
        String tenant = Caller.current().tenant();
        Deadline deadline = RequestContext.current().deadline(kind.budget());
        return admission.run(deadline, () -> messages.find(tenant, id, deadline));
    }

    private static RuntimeException noSuchMessage() {
        return Problem.of(ProblemType.NOT_FOUND, "This tenant has no message with this id.")
                .toException();
    }
}
