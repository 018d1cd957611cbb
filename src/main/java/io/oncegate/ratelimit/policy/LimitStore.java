package io.oncegate.ratelimit.policy;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Where operators' changes of limits are kept, for all instances. Each change writes its entry of the audit. */
public interface LimitStore {

    /**
     * What a change is about.
     *
     * @param tenant whose limit it is; empty for all
     * @param policy the policy's name
     */
    record Subject(Optional<String> tenant, String policy) {

        /** Comes before all others. */
        static final Subject FIRST = new Subject(Optional.empty(), "");
    }

    /** A change that holds. */
    record Kept(Subject subject, LimitChange change) {}

    /** A number that grows with each change, and is seen no earlier than the change itself. */
    Uni<Long> revision(Deadline deadline);

    /** The first {@code most} that follow {@code after} in the order of their subjects; fewer are the last ones. */
    Uni<List<Kept>> following(Subject after, int most, Deadline deadline);

    /** Puts a change in place of any that is there; the same one again changes nothing. False: there is no such tenant. */
    Uni<Boolean> put(Subject subject, LimitChange change, Stamp stamp, Deadline deadline);

    /** Takes a change back, where there is one. False: there is no such tenant. */
    Uni<Boolean> takeBack(Subject subject, Stamp stamp, Deadline deadline);
}
