package io.oncegate.messages.receipts;

import io.oncegate.caller.WithoutCredential;
import io.oncegate.overload.Admission;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.ratelimit.AddressValve;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/** {@code /v1/receipts/kannel}: checks whose receipt it is, and hands it over. */
@Path(ReceiptAddress.PATH)
public class ReceiptResource {

    /** Kannel waits longer; a receipt is one statement. */
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private final HearReceipt receipts;
    private final AddressValve address;
    private final Admission admission;

    ReceiptResource(HearReceipt receipts, AddressValve address, Admission admission) {
        this.receipts = receipts;
        this.address = address;
        this.admission = admission;
    }

    /** Takes a receipt. A gateway that we ourselves told to come pays nothing for it, however often it comes. */
    @GET
    @Path("/{message_id}")
    @Produces(MediaType.TEXT_PLAIN)
    @WithoutCredential("The address carries a proof that this service gave it out")
    public Uni<String> receipt(
            @RestPath("message_id") String messageId,
            @QueryParam("t") @Nullable String token,
            @QueryParam("status") @Nullable String status,
            @Context RoutingContext http) {
        List<String> bringers =
                token == null || !Ulid.isOne(messageId) ? List.of() : receipts.bringers(messageId, token);
        if (bringers.isEmpty()) {
            throw noSuchMessage();
        }
        address.giveBack(http);
        Deadline deadline = RequestContext.current().deadline(BUDGET);
        return KannelStatus.receipt(messageId, status)
                .map(receipt -> admission.run(deadline, () -> receipts.hear(bringers, receipt, deadline)))
                .orElseGet(() -> Uni.createFrom().item(true))
                .map(known -> {
                    if (!known) {
                        throw noSuchMessage();
                    }
                    return "";
                });
    }

    /** The same whether the message or the token is wrong: whoever guesses learns nothing. */
    private static RuntimeException noSuchMessage() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no message that this address was given out for.")
                .toException();
    }
}
