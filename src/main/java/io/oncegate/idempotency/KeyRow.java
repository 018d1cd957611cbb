package io.oncegate.idempotency;

import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.idempotency.operation.RecordedResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key as one statement found it. Durations are by the database's clock at that moment.
 *
 * @param resourceId what the operation made, as soon as it is known
 * @param response present once finished
 * @param age since the key was claimed
 * @param leaseRest what is left of the worker's lease, negative once it is over; zero once finished
 * @param lifeLeft until the key is free again, negative once it is past; empty while in progress
 */
public record KeyRow(
        Fingerprint fingerprint,
        KeyStatus status,
        UUID workerToken,
        String recoveryPoint,
        @Nullable String resourceId,
        Optional<RecordedResponse> response,
        int takeovers,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Duration age,
        Duration leaseRest,
        Optional<Duration> lifeLeft) {

    private static final Duration SOONEST_RETRY = Duration.ofSeconds(1);
    private static final Duration SLOWEST_RETRY = Duration.ofSeconds(30);

    /** Finished and past its life: as good as absent. */
    boolean expired() {
        return lifeLeft.isPresent() && !isPositive(lifeLeft.get());
    }

    /** How this key stands to a request with {@code asked} as its fingerprint. */
    Standing standing(Fingerprint asked) {
        if (expired()) {
            return Standing.FREE;
        }
        if (fingerprint.version() != asked.version()) {
            return Standing.INCOMPARABLE;
        }
        if (!fingerprint.equals(asked)) {
            return Standing.OTHER_REQUEST;
        }
        if (status != KeyStatus.IN_PROGRESS) {
            return Standing.FINISHED;
        }
        return isPositive(leaseRest) ? Standing.RUNNING : Standing.ABANDONED;
    }

    /** In progress for the same request, by a worker that lives or has gone. */
    boolean isHeldBySame(Fingerprint asked) {
        Standing standing = standing(asked);
        return standing == Standing.RUNNING || standing == Standing.ABANDONED;
    }

    /** When a duplicate of a request in progress should ask again: the longer it runs, the later; 1..30 seconds. */
    Duration retryAfter() {
        long most = Math.min(SLOWEST_RETRY.toMillis(), leaseRest.toMillis());
        return Duration.ofMillis(Math.max(SOONEST_RETRY.toMillis(), Math.min(age.toMillis(), most)));
    }

    private static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }
}
