package io.oncegate.webhooks;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The signed webhooks that were received. Each method is one statement; a late writer finds that it is not its turn.
 */
public interface WebhookEvents {

    /**
     * Keeps a webhook, unless it was here before.
     *
     * @param parkFor how long it is tried, from now on
     */
    Uni<Stored> store(NewEvent event, Duration parkFor, Deadline deadline);

    /** Takes webhooks that are due, for {@code worker} alone until its lease is over; the longest due first. */
    Uni<List<ClaimedEvent>> claim(UUID worker, int most, Duration lease, Deadline deadline);

    /** Nothing more is done about it. */
    Uni<Void> end(ClaimedEvent event, EventStatus status, @Nullable String reason, Deadline deadline);

    /**
     * It is tried again after a pause, or left to an operator where it was tried for long enough.
     *
     * @param status that it has meanwhile
     * @return whether it is left to an operator now
     */
    Uni<Boolean> tryAgain(ClaimedEvent event, EventStatus status, Again again, Deadline deadline);

    /**
     * Why it is tried again, and when.
     *
     * @param fault whether the try failed by a fault of ours
     */
    record Again(String reason, boolean fault, Duration pause) {}

    /**
     * Deletes webhooks that ended {@code keep} ago or earlier, and variants that came then; at most {@code most} of
     * each.
     */
    Uni<Integer> deleteOld(Duration keep, int most, Deadline deadline);

    /** Those in a status that an operator looks at, by id, after {@code afterId}. */
    Uni<List<Listed>> listed(EventStatus status, String afterId, int most, Deadline deadline);

    /** What is to be applied, and what waits for something or somebody. Reads only. */
    Uni<List<OpenNow>> open(Deadline deadline);

    /**
     * Webhooks that wait.
     *
     * @param state {@code ready}, {@code parked} or {@code failed}
     * @param oldestAgeSeconds since the oldest of them came
     */
    record OpenNow(String state, long number, long oldestAgeSeconds) {}

    /**
     * Has a parked or failed one tried anew for {@code parkFor}, with an entry in the audit.
     *
     * @return the status in which it was found; empty where there is none
     */
    Uni<Optional<EventStatus>> replay(String id, Duration parkFor, Stamp stamp, Deadline deadline);
}
