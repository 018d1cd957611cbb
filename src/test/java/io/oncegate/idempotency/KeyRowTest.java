package io.oncegate.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.idempotency.operation.RecordedResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRowTest {

    private static final Fingerprint OURS = fingerprint(1, 1);
    private static final Instant TIME = Instant.parse("2026-01-31T09:30:00.123Z");

    /** What is left of a lease (in progress) or of a life (finished), in milliseconds. */
    @ParameterizedTest
    @CsvSource({
        "IN_PROGRESS,   60000, 1, 1, RUNNING",
        "IN_PROGRESS,       1, 1, 1, RUNNING",
        "IN_PROGRESS,       0, 1, 1, ABANDONED",
        "IN_PROGRESS,   -9999, 1, 1, ABANDONED",
        "IN_PROGRESS,   60000, 1, 2, OTHER_REQUEST",
        "IN_PROGRESS,   -9999, 1, 2, OTHER_REQUEST",
        "IN_PROGRESS,   60000, 2, 1, INCOMPARABLE",
        "SUCCEEDED,     60000, 1, 1, FINISHED",
        "SUCCEEDED,         1, 1, 1, FINISHED",
        "SUCCEEDED,         0, 1, 1, FREE",
        "SUCCEEDED,     -9999, 1, 1, FREE",
        "SUCCEEDED,     60000, 1, 2, OTHER_REQUEST",
        "SUCCEEDED,     -9999, 1, 2, FREE",
        "SUCCEEDED,     60000, 2, 1, INCOMPARABLE",
        "SUCCEEDED,     -9999, 2, 2, FREE",
        "FAILED_FINAL,  60000, 1, 1, FINISHED",
        "FAILED_FINAL,      0, 1, 1, FREE",
        "FAILED_FINAL,  60000, 1, 2, OTHER_REQUEST"
    })
    void standsToARequestByStateTimeAndFingerprint(
            KeyStatus status, long leftMillis, int version, int hash, Standing standing) {
        KeyRow row = status == KeyStatus.IN_PROGRESS
                ? running(fingerprint(version, hash), 0, leftMillis)
                : finished(fingerprint(version, hash), status, leftMillis);

        assertThat(row.standing(OURS)).isEqualTo(standing);
        assertThat(row.expired()).isEqualTo(standing == Standing.FREE);
    }

    @ParameterizedTest
    @CsvSource({
        "     0,  60000,  1000",
        "   999,  59001,  1000",
        "  1000,  59000,  1000",
        "  1500,  58500,  1500",
        " 20000,  40000, 20000",
        " 30000,  30000, 30000",
        " 31000,  29000, 29000",
        " 45000,  15000, 15000",
        " 59500,    500,  1000",
        " 61000,  -1000,  1000",
        "600000,  60000, 30000",
        " -5000,  60000,  1000"
    })
    void asksADuplicateToComeBackAfterTheTimeThatTheFirstHasTaken(long ageMillis, long leaseMillis, long waitMillis) {
        assertThat(running(OURS, ageMillis, leaseMillis).retryAfter()).isEqualTo(Duration.ofMillis(waitMillis));
    }

    private static KeyRow running(Fingerprint fingerprint, long ageMillis, long leaseMillis) {
        return row(
                fingerprint,
                KeyStatus.IN_PROGRESS,
                Duration.ofMillis(ageMillis),
                Duration.ofMillis(leaseMillis),
                Optional.empty());
    }

    private static KeyRow finished(Fingerprint fingerprint, KeyStatus status, long lifeMillis) {
        return row(fingerprint, status, Duration.ofHours(1), Duration.ZERO, Optional.of(Duration.ofMillis(lifeMillis)));
    }

    private static KeyRow row(
            Fingerprint fingerprint, KeyStatus status, Duration age, Duration lease, Optional<Duration> life) {
        return new KeyRow(
                fingerprint,
                status,
                UUID.randomUUID(),
                Held.STARTED,
                null,
                life.map(finished -> new RecordedResponse(201, "application/json", null, new byte[0])),
                0,
                TIME,
                life.map(TIME::plus),
                age,
                lease,
                life);
    }

    private static Fingerprint fingerprint(int version, int hash) {
        byte[] sha256 = new byte[32];
        Arrays.fill(sha256, (byte) hash);
        return new Fingerprint(version, sha256);
    }
}
