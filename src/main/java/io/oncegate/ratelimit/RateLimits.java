package io.oncegate.ratelimit;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Identity;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.limiter.LevelCharge;
import io.oncegate.ratelimit.limiter.Limiter;
import io.oncegate.ratelimit.limiter.Ruling;
import io.oncegate.request.RequestContext;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a request pays, step by step. Whatever is decided is told in the headers of its answer, counted and logged; a
 * refusal fails with its problem, and then nothing stays charged.
 *
 * <pre>
 *   at the door --allowed--> body read --costs more--> charged again --allowed--> done
 *        \                                                  \                      \--was a replay--> pays that instead
 *         \--refused--> all of it given back <--refused------/
 * </pre>
 *
 * To be called on the request's own context.
 */
@ApplicationScoped
public class RateLimits {

    /** No caller waits longer for its limits, however much time it brought. */
    private static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final Charges charges;
    private final Limiter limiter;
    private final KnownReplays replays;
    private final Telling telling;

    RateLimits(Charges charges, Limiter limiter, KnownReplays replays, Telling telling) {
        this.charges = charges;
        this.limiter = limiter;
        this.replays = replays;
        this.telling = telling;
    }

    /**
     * The decision with which {@link #enter} would refuse a request without touching a bucket; empty where it would touch
     * one. Nothing is told of it.
     */
    Optional<Decision> refusalOf(Caller caller, Route route, MultiMap headers) {
        return isKnownReplay(caller, route, headers)
                ? Optional.empty()
                : limiter.hopeless(charges.atTheDoor(caller, route));
    }

    /** A request that was authenticated, before its body is read. */
    Uni<Void> enter(RoutingContext http, Identity identity, Route route) {
        boolean known = identity instanceof Caller caller
                && isKnownReplay(caller, route, http.request().headers());
        RequestCharges request = RequestCharges.begin(http, route, known);
        return take(request, known ? charges.replay((Caller) identity, route) : charges.atTheDoor(identity, route));
    }

    private boolean isKnownReplay(Caller caller, Route route, MultiMap headers) {
        return replays.isKnown(caller, route.method(), route.path(), headers);
    }

    /**
     * Charges what a request's body costs, in one call, where any policy counts it. A replay that was known at the door
     * pays nothing more.
     */
    public Uni<Void> charge(List<Further> further) {
        return RequestCharges.current()
                .filter(request -> !request.knownReplay())
                .map(request -> take(request, charges.further(Caller.current(), request.route(), further)))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    /**
     * A request turned out to be a replay after it had paid as a first one: it pays {@code replay} and gets the rest
     * back, once. Where {@code replay} has nothing left, what was paid stays paid, and the answer is given all the same.
     */
    public void turnedOutAsReplay() {
        RequestCharges.current().filter(request -> !request.knownReplay()).ifPresent(this::exchange);
    }

    /** Gives everything back, once, that a request has paid which is dropped before anything was done for it. */
    public void giveBack() {
        RequestCharges.current().ifPresent(request -> limiter.giveBack(request.release()));
    }

    private void exchange(RequestCharges request) {
        limiter.take(charges.replay(Caller.current(), request.route()), Duration.ZERO)
                .subscribe()
                .with(ruling -> {
                    if (ruling.allows()) {
                        limiter.giveBack(request.release());
                        request.startAnew(ruling);
                        telling.tell(request, ruling.decision());
                    }
                });
    }

    /** Charges all of it to the request, or refuses it. */
    Uni<Void> take(RequestCharges request, List<LevelCharge> asked) {
        if (asked.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        Duration most = RequestContext.current().deadline(USUAL_BUDGET).remaining();
        return Stage.of("rate limits", limiter.take(asked, most).chain(ruling -> settle(request, ruling)));
    }

    private Uni<Void> settle(RequestCharges request, Ruling ruling) {
        request.add(ruling);
        telling.tell(request, ruling.decision());
        if (ruling.allows()) {
            return Uni.createFrom().voidItem();
        }
        limiter.giveBack(request.release());
        return Uni.createFrom().failure(telling.refusal(ruling.decision()).toException());
    }
}
