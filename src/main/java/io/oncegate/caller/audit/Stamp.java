package io.oncegate.caller.audit;

import io.oncegate.caller.Identity;
import io.oncegate.request.Ids;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Who makes a change, and when: what the change's statement writes into the audit beside the change.
 *
 * @param id the entry's ULID
 * @param actor the operator's name
 * @param at the time of the change, in the microseconds that PostgreSQL keeps
 */
public record Stamp(String id, String actor, Instant at) {

    /** A stamp of the operator on whose request's context the calling code runs. */
    public static Stamp now(Ids ids, Clock clock) {
        return new Stamp(ids.ulid(), Identity.current().name(), clock.instant().truncatedTo(ChronoUnit.MICROS));
    }
}
