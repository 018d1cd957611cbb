package io.oncegate.caller.audit;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;

/** The entries of the audit, oldest first. */
public interface Audit {

    /**
     * A place in the audit: entries follow it that are younger, or as old with a greater id.
     *
     * @param id empty to include all entries of that very moment
     */
    record Position(Instant at, String id) {}

    /** At most {@code most} entries after the position. */
    Uni<List<AuditEntry>> after(Position position, int most, Deadline deadline);
}
