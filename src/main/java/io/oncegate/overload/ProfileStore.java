package io.oncegate.overload;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;

/** Where the profile is kept that all instances are in. */
public interface ProfileStore {

    /**
     * A profile.
     *
     * @param revision greater than that of the one before
     * @param changedBy as the audit names them
     */
    record Active(Profile profile, long revision, String changedBy) {}

    /** The one that holds. */
    Uni<Active> active(Deadline deadline);

    /** Changes it, with an entry in the audit; to the one that holds already: changes nothing. The one that then holds. */
    Uni<Active> change(Profile wanted, Stamp stamp, Deadline deadline);

    /** The same, unless another change has come after {@code seen}. */
    Uni<Active> changeFrom(Active seen, Profile wanted, Stamp stamp, Deadline deadline);
}
