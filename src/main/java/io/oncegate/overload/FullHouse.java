package io.oncegate.overload;

import io.oncegate.caller.Caller;
import io.oncegate.overload.queue.Rank;
import io.oncegate.problem.Problem;
import io.oncegate.ratelimit.KnownReplays;
import io.oncegate.ratelimit.Shedding;
import io.oncegate.request.RequestContext;
import io.vertx.core.MultiMap;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Turns away, in front of JAX-RS, whom the {@link Door} would turn away; keeps no place for anybody else. */
@ApplicationScoped
class FullHouse implements Shedding {

    private final Entrances entrances;
    private final Gates gates;
    private final Turnaways turnaways;
    private final KnownReplays replays;

    FullHouse(Entrances entrances, Gates gates, Turnaways turnaways, KnownReplays replays) {
        this.entrances = entrances;
        this.gates = gates;
        this.turnaways = turnaways;
        this.replays = replays;
    }

    @Override
    public Optional<Problem> refusal(Caller caller, String method, String path, MultiMap headers) {
        Entrance entrance = entrances.to(method, path);
        Optional<Problem> closed = turnaways.closed(entrance, headers);
        if (closed.isPresent()) {
            return closed;
        }
        Rank rank = Door.rank(entrance, headers, Optional.of(caller));
        return gates.tenants()
                .against(
                        rank,
                        RequestContext.current().deadline(Door.USUAL_BUDGET).remaining())
                .filter(refusal -> !replays.isKnown(caller, method, path, headers))
                .map(refusal -> turnaways.problem(rank, entrance, refusal));
    }
}
