package io.oncegate.idempotency;

import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.KeyStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * A key as an operator sees it: its row without fingerprint, token and answer.
 *
 * @param sha256 of the key, 64 hex digits
 * @param httpStatus of the recorded answer; empty while in progress
 * @param location of the recorded answer; empty where it has none
 * @param resourceId what the operation made, as soon as it is known
 * @param createdAt when it was claimed, for the last time where it had expired before
 * @param updatedAt when its worker last wrote: finished it, moved it on, took it over
 * @param leaseUntil empty once finished
 * @param expiresAt empty while in progress
 * @param expired whether the key is free again, by the database's clock
 */
public record KeyLife(
        KeyScope scope,
        String sha256,
        KeyStatus status,
        Optional<Integer> httpStatus,
        Optional<String> location,
        Optional<String> resourceId,
        String recoveryPoint,
        int takeovers,
        Instant createdAt,
        Instant updatedAt,
        Optional<Instant> leaseUntil,
        Optional<Instant> expiresAt,
        boolean expired) {}
