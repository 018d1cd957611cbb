package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.Verdict;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** The buckets of one kind of store. Safe for use from any event loop; a ruling arrives on the caller's context. */
public interface Buckets {

    /** Refusals that still hold, so that nobody has to be asked; none where that is not known. */
    default List<Verdict> remembered(List<LevelCharge> charges) {
        return List.of();
    }

    /** Takes from all or, if an enforced one refuses, from none; never fails. */
    Uni<Ruling> take(List<LevelCharge> charges, Duration most);

    /** Gives back what {@link #take} took and nobody used. */
    void giveBack(List<LevelCharge> charges);
}
