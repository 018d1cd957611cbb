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
    private static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final Gates gates;
    private final CurrentProfile profile;
    private final KnownReplays replays;
    private final OverloadMetrics metrics;
    private final OverloadProblems problems;

    Door(
            Gates gates,
            CurrentProfile profile,
            KnownReplays replays,
            OverloadMetrics metrics,
            OverloadProblems problems) {
        this.gates = gates;
        this.profile = profile;
        this.replays = replays;
        this.metrics = metrics;
        this.problems = problems;
    }

    /** A tenant's request. {@code identity} is empty where nobody was asked for a credential. */
    Uni<Void> pass(RoutingContext http, Entrance entrance, Optional<Identity> identity) {
        ServiceClass serviceClass = entrance.classOf(http.request().headers());
        if (profile.disables(entrance.route())) {
            metrics.rejected(serviceClass.wire(), entrance.route(), "route-disabled");
            return refuse(problems.routeDisabled());
        }
        Optional<Caller> caller = identity.flatMap(Door::caller);
        Rank rank = new Rank(serviceClass, caller.map(Caller::tenant).orElse(""), weight(caller));
        Gate gate = gates.tenants();
        return gate.announce(
                        rank, RequestContext.current().deadline(USUAL_BUDGET).remaining())
                .match(place -> goOn(http, entrance, place), refusal -> {
                    // Its answer is remembered: it waits for nobody.
                    boolean free =
                            caller.filter(one -> isKnown(one, entrance, http)).isPresent();
                    return free ? goOn(http, entrance, gate.withoutRoom(rank)) : refuse(rank, entrance, refusal);
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
                    metrics.rejected("operator", entrance.route(), refusal);
                    home.runOnContext(now -> emitter.fail(problems.of(refusal).toException()));
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

    private Uni<Void> refuse(Rank rank, Entrance entrance, Refusal refusal) {
        metrics.rejected(rank.serviceClass().wire(), entrance.route(), refusal);
        return refuse(problems.of(refusal));
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

    private static int weight(Optional<Caller> caller) {
        return switch (caller.map(Caller::plan).orElse(Plan.STANDARD)) {
            case VIP -> 4;
            case STANDARD -> 2;
            case FREE -> 1;
        };
    }
}
