package io.oncegate.webhooks;

import io.oncegate.caller.address.ClientAddress;
import io.oncegate.caller.address.ClientAddresses;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.ratelimit.SourceLimits;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Who gets in: what of a source's webhooks is refused whatever they say, each refusal counted. */
@ApplicationScoped
class Door {

    /** Whoever has to set the secret is a human. */
    private static final Duration UNTIL_OPENED = Duration.ofMinutes(10);

    private final SourceLimits limits;
    private final ClientAddresses addresses;
    private final WebhookMetrics metrics;

    Door(SourceLimits limits, ClientAddresses addresses, WebhookMetrics metrics) {
        this.limits = limits;
        this.addresses = addresses;
        this.metrics = metrics;
    }

    /** The source itself, as its signature has proven. */
    Uni<Void> known(Source source, RoutingContext http) {
        return limited(source, limits.enter(http, source.name()));
    }

    /** Somebody who says so, at an address that may. */
    Uni<Void> anybody(Source source, Trust.Unsigned trust, RoutingContext http) {
        ClientAddress address = addresses.of(http.request());
        if (!trust.mayComeFrom(address)) {
            metrics.count(source.name(), WebhookMetrics.REFUSED);
            return Uni.createFrom()
                    .failure(Problem.of(ProblemType.FORBIDDEN, "This source sends from other addresses.")
                            .toException());
        }
        return limited(source, limits.enter(http, source.name(), address));
    }

    private Uni<Void> limited(Source source, Uni<Void> entering) {
        return entering.onFailure(ProblemException.class)
                .invoke(refused -> metrics.count(source.name(), WebhookMetrics.LIMITED));
    }

    /** Nothing proves that it is the source's. */
    ProblemException unproven(Source source) {
        metrics.count(source.name(), WebhookMetrics.REFUSED);
        return Problem.of(
                        ProblemType.SIGNATURE_INVALID,
                        "Sign the bytes of the body with a secret of this account, within the time that its scheme"
                                + " allows.")
                .toException();
    }

    /** Nobody could tell whose it is. */
    ProblemException closed(Source source) {
        metrics.count(source.name(), WebhookMetrics.CLOSED);
        return Problem.of(
                        ProblemType.SOURCE_CLOSED,
                        "No webhook secret is set for this account, so nothing can be taken from it; send it again"
                                + " later.")
                .withRetryAfter(UNTIL_OPENED)
                .toException();
    }
}
