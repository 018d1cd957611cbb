package io.oncegate.webhooks;

import io.oncegate.overload.Admission;
import io.oncegate.request.BodyReader;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.oncegate.request.Stage;
import io.oncegate.webhooks.signature.SignedRequest;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/**
 * A webhook, from its headers and body to its acknowledgement: whose it is comes first, what it says is of interest
 * only afterwards.
 *
 * <pre>
 *   signed:    raw bytes --signature--> its account's limit --stored--> acknowledged --> applied
 *   unsigned:  raw bytes --> its account's limit at its address ------> acknowledged --> the provider is asked
 * </pre>
 */
@ApplicationScoped
class ReceiveWebhook {

    private static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final BodyReader bodies;
    private final Door door;
    private final Admission admission;
    private final KeepEvents events;
    private final Hints hints;

    ReceiveWebhook(BodyReader bodies, Door door, Admission admission, KeepEvents events, Hints hints) {
        this.bodies = bodies;
        this.door = door;
        this.admission = admission;
        this.events = events;
        this.hints = hints;
    }

    /**
     * Completes when it may be acknowledged. Fails with {@code source-closed}, {@code forbidden},
     * {@code payload-too-large}, {@code signature-invalid}, {@code rate-limited}, or where it cannot be stored. To be
     * called on the request's own context.
     */
    Uni<Void> receive(Source source, RoutingContext http) {
        return source.trust()
                .match(
                        signed -> signed(source, signed, http),
                        unsigned -> unsigned(source, unsigned, http),
                        () -> Uni.createFrom().failure(door.closed(source)));
    }

    private Uni<Void> signed(Source source, Trust.Signed trust, RoutingContext http) {
        Deadline deadline = RequestContext.current().deadline(USUAL_BUDGET);
        return Stage.of("body", bodies.readRaw(http)).chain(body -> {
            SignedRequest request = new SignedRequest(http.request().headers()::getAll, body);
            return trust.signature()
                    .check(request)
                    .map(proof -> door.known(source, http)
                            .chain(() -> admission.run(deadline, () -> events.keep(source, proof, body, deadline))))
                    .orElseGet(() -> Uni.createFrom().failure(door.unproven(source)));
        });
    }

    private Uni<Void> unsigned(Source source, Trust.Unsigned trust, RoutingContext http) {
        return door.anybody(source, trust, http)
                .chain(() -> Stage.of("body", bodies.readRaw(http)))
                .invoke(body -> hints.take(source, body))
                .replaceWithVoid();
    }
}
