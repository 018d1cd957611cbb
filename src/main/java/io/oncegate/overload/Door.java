package io.oncegate.overload;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Identity;
import io.oncegate.caller.Plan;
import io.oncegate.overload.queue.Gate;
import io.oncegate.overload.queue.Guest;
import io.oncegate.overload.queue.Place;
import io.oncegate.overload.queue.Rank;
import io.oncegate.overload.queue.Refusal;
import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.overload.queue.Waiting;
import io.oncegate.problem.Problem;
import io.oncegate.ratelimit.KnownReplays;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Where a request learns that it need not come further: before its limits are counted and its body is read, which is the
 * cheapest moment at which anything is known of it. Whoever passes has a place kept, up to the end of its request.
 */
@ApplicationScoped
class Door {

    /** How long a caller that named no budget of its own would wait. */
    static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final Gates gates;
    private final Turnaways turnaways;
    private final KnownReplays replays;

    Door(Gates gates, Turnaways turnaways, KnownReplays replays) {
        this.gates = gates;
        this.turnaways = turnaways;
        this.replays = replays;
    }

    /** A tenant's request. {@code identity} is empty where nobody was asked for a credential. */
    Uni<Void> pass(RoutingContext http, Entrance entrance, Optional<Identity> identity) {
        Optional<Problem> closed = turnaways.closed(entrance, http.request().headers());
        if (closed.isPresent()) {
            return refuse(closed.get());
        }
        Optional<Caller> caller = identity.flatMap(Door::caller);
        Rank rank = rank(entrance, http.request().headers(), caller);
        Gate gate = gates.tenants();
        return gate.announce(
                        rank, RequestContext.current().deadline(USUAL_BUDGET).remaining())
                .match(place -> goOn(http, entrance, place), refusal -> {
                    // Its answer is remembered: it waits for nobody.
                    boolean free =
                            caller.filter(one -> isKnown(one, entrance, http)).isPresent();
                    return free
                            ? goOn(http, entrance, gate.withoutRoom(rank))
                            : refuse(turnaways.problem(rank, entrance, refusal));
                });
    }

    /** An operator's request: waits here, and has its permit until it is answered. */
    Uni<Void> passOperator(RoutingContext http, Entrance entrance) {
        Context home = http.vertx().getOrCreateContext();
        Deadline deadline = RequestContext.current().deadline(USUAL_BUDGET);
        Place place = gates.operators().withoutRoom(new Rank(ServiceClass.CRITICAL, "", 1));
        return Uni.createFrom().emitter(emitter -> {
            Waiting waiting = place.enter(deadline, new Guest() {
                @Override
                public void letIn(Duration waited) {
                    home.runOnContext(now -> {
                        giveBackAtTheEndOf(http);
                        emitter.complete(null);
                    });
                }

                @Override
                public void refused(Refusal refusal) {
                    Problem problem = turnaways.ofOperator(entrance, refusal);
                    home.runOnContext(now -> emitter.fail(problem.toException()));
                }
            });
            long left = Math.max(1, deadline.remaining().toMillis());
            long timer = http.vertx().setTimer(left, over -> waiting.expire());
            emitter.onTermination(() -> {
                http.vertx().cancelTimer(timer);
                var unused = waiting.leave();
            });
        });
    }

    private void giveBackAtTheEndOf(RoutingContext http) {
        long since = System.nanoTime();
        AtomicBoolean had = new AtomicBoolean(true);
        atTheEndOf(http, () -> {
            if (had.getAndSet(false)) {
                gates.operators().giveBack(Duration.ofNanos(System.nanoTime() - since));
            }
        });
    }

    /** Runs {@code end} when the request is over, at once where its caller has gone already; twice is possible. */
    private static void atTheEndOf(RoutingContext http, Runnable end) {
        http.addEndHandler(ended -> end.run());
        if (http.response().closed() || http.response().ended()) {
            end.run();
        }
    }

    private static Uni<Void> goOn(RoutingContext http, Entrance entrance, Place place) {
        Visit.begin(place, entrance.route());
        atTheEndOf(http, place::end);
        return Uni.createFrom().voidItem();
    }

    private static Uni<Void> refuse(Problem problem) {
        return Uni.createFrom().failure(problem.toException());
    }

    private boolean isKnown(Caller caller, Entrance entrance, RoutingContext http) {
        return replays.isKnown(
                caller, entrance.method(), entrance.path(), http.request().headers());
    }

    private static Optional<Caller> caller(Identity identity) {
        return identity.match(Optional::of, operator -> Optional.empty());
    }

    /** How a request stands in the queue; {@code caller} is empty where nobody was asked for a credential. */
    static Rank rank(Entrance entrance, MultiMap headers, Optional<Caller> caller) {
        return new Rank(entrance.classOf(headers), caller.map(Caller::tenant).orElse(""), weight(caller));
    }

    private static int weight(Optional<Caller> caller) {
        return switch (caller.map(Caller::plan).orElse(Plan.STANDARD)) {
            case VIP -> 4;
            case STANDARD -> 2;
            case FREE -> 1;
        };
    }
}
