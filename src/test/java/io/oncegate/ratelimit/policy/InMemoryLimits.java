package io.oncegate.ratelimit.policy;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Changed limits that several instances share in one test. */
final class InMemoryLimits implements LimitStore {

    private final SortedMap<String, Kept> kept = new TreeMap<>();
    private long revision;
    int readings;
    boolean away;

    @Override
    public Uni<Long> revision(Deadline deadline) {
        return away
                ? Uni.createFrom().failure(new IllegalStateException("away"))
                : Uni.createFrom().item(revision);
    }

    @Override
    public Uni<List<Kept>> following(Subject after, int most, Deadline deadline) {
        readings++;
        return Uni.createFrom()
                .item(kept.tailMap(key(after) + "\0").values().stream()
                        .limit(most)
                        .toList());
    }

    @Override
    public Uni<Boolean> put(Subject subject, LimitChange change, Stamp stamp, Deadline deadline) {
        put(subject, change);
        return Uni.createFrom().item(true);
    }

    void put(Subject subject, LimitChange change) {
        kept.put(key(subject), new Kept(subject, change));
        revision++;
    }

    void put(Optional<String> tenant, String policy, LimitChange change) {
        put(new Subject(tenant, policy), change);
    }

    @Override
    public Uni<Boolean> takeBack(Subject subject, Stamp stamp, Deadline deadline) {
        kept.remove(key(subject));
        revision++;
        return Uni.createFrom().item(true);
    }

    private static String key(Subject subject) {
        return subject.tenant().orElse("") + "\0" + subject.policy();
    }
}
