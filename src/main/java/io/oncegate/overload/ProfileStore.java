package io.oncegate.overload;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;

/** Where the profile is kept that all instances are in. */
public interface ProfileStore {

    /** A profile and its revision, which is greater than that of the one before. */
    record Active(Profile profile, long revision) {}

    /** The one that holds. */
    Uni<Active> active(Deadline deadline);

    /** Changes it, with an entry in the audit; to the one that holds already: changes nothing. The one that then holds. */
    Uni<Active> change(Profile wanted, Stamp stamp, Deadline deadline);
}
