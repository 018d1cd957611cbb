package io.oncegate.idempotency;

import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.NextPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The table of idempotency keys. Each method is one statement; what it says about time is by the database's clock.
 * Failures are those of {@link io.oncegate.phase.Statements}.
 */
public interface IdempotencyStore {

    /** Claims a key that is not there, and does the phase's work. Repeats itself safely when the reply was lost. */
    Uni<Claim> claimNew(IdempotentRequest request, UUID token, FirstPhase phase);

    /** Claims a key that is finished and past its life, and does the phase's work. */
    Uni<Claim> claimExpired(IdempotentRequest request, UUID token, FirstPhase phase);

    /** Takes a key over whose worker's lease is over, unless it was taken over as often as allowed; else empty. */
    Uni<Optional<Held>> takeOver(IdempotentRequest request, UUID token);

    /** The row of a key, expired or not. Reads only. */
    Uni<Optional<KeyRow>> find(KeyScope scope, Deadline deadline);

    /** Of these keys, those that are gone, finished or abandoned. Reads only. */
    Uni<List<KeyScope>> settled(Collection<KeyScope> scopes, Deadline deadline);

    /** Moves a held key on and renews its lease; empty when somebody else holds it. */
    Uni<Optional<Held>> advance(Held held, String recoveryPoint, NextPhase phase, Deadline deadline);

    /** Finishes a held key, which is kept for {@code retention}. */
    Uni<Recording> finish(Held held, RecordedResponse response, Duration retention, NextPhase phase, Deadline deadline);

    /** Deletes at most {@code most} rows that are past their life, oldest first, of those that expired at {@code from} or later. */
    Uni<Deleted> deleteExpired(OffsetDateTime from, int most, Deadline deadline);

    /** What is left to be done about keys. Reads only. */
    Uni<Backlog> backlog(Deadline deadline);

    /**
     * What a batch of the cleaner deleted.
     *
     * @param upTo when the youngest of them expired; empty where there was none
     */
    record Deleted(int number, Optional<OffsetDateTime> upTo) {}

    /**
     * Keys that are unfinished, and keys that are there for too long.
     *
     * @param oldestAgeSeconds age of the oldest key in progress, 0 where there is none
     * @param stuck keys whose lease is over and which nobody may take over any more
     * @param expiredForSeconds how far the oldest expired key is past its life, 0 where there is none
     */
    record Backlog(long oldestAgeSeconds, long stuck, long expiredForSeconds) {}
}
