package io.oncegate.overload.queue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.request.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A gate with a clock that is set by hand, and those who come to it. */
final class Party {
    static final Duration LONG = Duration.ofHours(1);

    final AtomicLong nanos = new AtomicLong();
    final List<Visitor> in = new ArrayList<>();
    final Gate gate;
    int limit;
    Bounds bounds = new Bounds(10_000, 10_000, 10_000, 10_000);

    Party(int limit) {
        this.limit = limit;
        this.gate = new Gate(() -> this.limit, () -> bounds, nanos::get);
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    Deadline in(Duration budget) {
        return Deadline.of(nanos::get, nanos.get(), budget);
    }

    static Rank rank(ServiceClass serviceClass, String tenant, int weight) {
        return new Rank(serviceClass, tenant, weight);
    }

    static Rank rank(ServiceClass serviceClass) {
        return rank(serviceClass, "t", 1);
    }

    /** Arrives without having been told that there is room. */
    @CanIgnoreReturnValue
    Visitor comes(Rank rank) {
        return comes(rank, LONG);
    }

    @CanIgnoreReturnValue
    Visitor comes(Rank rank, Duration budget) {
        return arrives(gate.withoutRoom(rank), budget);
    }

    @CanIgnoreReturnValue
    Visitor arrives(Place place, Duration budget) {
        var visitor = new Visitor(place.rank());
        visitor.waiting = place.enter(in(budget), visitor);
        return visitor;
    }

    Place announced(Rank rank) {
        return gate.announce(rank, LONG).match(place -> place, refusal -> {
            throw new AssertionError("was turned away: " + refusal);
        });
    }

    Optional<Refusal> turnedAway(Rank rank, Duration left) {
        return gate.announce(rank, left).match(place -> Optional.empty(), Optional::of);
    }

    /** One of those who are in goes, after so long a time, and the next may come. */
    void oneGoes(Duration held) {
        pass(held);
        gate.giveBack(held);
    }

    /** How many of each class are among the latest that were let in. */
    Map<ServiceClass, Integer> classesOfLatest(int number) {
        var counts = new LinkedHashMap<ServiceClass, Integer>();
        in.subList(in.size() - number, in.size())
                .forEach(visitor -> counts.merge(visitor.rank.serviceClass(), 1, Integer::sum));
        return counts;
    }

    Map<String, Integer> tenantsOfLatest(int number) {
        var counts = new LinkedHashMap<String, Integer>();
        in.subList(in.size() - number, in.size())
                .forEach(visitor -> counts.merge(visitor.rank.tenant(), 1, Integer::sum));
        return counts;
    }

    /** One who came, and what it was told. */
    final class Visitor implements Guest {
        final Rank rank;
        Waiting waiting;
        int times;
        Duration waited;
        Refusal refusal;

        Visitor(Rank rank) {
            this.rank = rank;
        }

        @Override
        public void letIn(Duration afterWaiting) {
            times++;
            waited = afterWaiting;
            in.add(this);
        }

        @Override
        public void refused(Refusal reason) {
            times++;
            refusal = reason;
        }

        boolean isIn() {
            return waited != null;
        }
    }
}
