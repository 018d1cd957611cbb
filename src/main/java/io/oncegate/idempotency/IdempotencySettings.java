package io.oncegate.idempotency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks of settings on keys that need more than a value's own range. */
public final class IdempotencySettings {

    private static final Set<Integer> MISMATCH_STATUSES = Set.of(409, 422);
    private static final Duration LONGEST_CACHE = Duration.ofSeconds(5);
    private static final Duration LONGEST_BUDGET = Duration.ofSeconds(60);

    private IdempotencySettings() {}

    /** A sentence for each reason not to start. */
    public static List<String> complaints(IdempotencyConfig config) {
        List<String> complaints = new ArrayList<>();
        if (!MISMATCH_STATUSES.contains(config.mismatchStatus())) {
            complaints.add("oncegate.idempotency.mismatch-status must be 409 or 422.");
        }
        if (config.cacheTtl().isNegative() || config.cacheTtl().compareTo(LONGEST_CACHE) > 0) {
            complaints.add(
                    "oncegate.idempotency.cache-ttl must be from 0 to 5 s: an expired key is felt within that time.");
        }
        addUnlessPositive(complaints, "oncegate.idempotency.lease", config.lease());
        addUnlessPositive(complaints, "oncegate.idempotency.wait-interval", config.waitInterval());
        addUnlessPositive(complaints, "oncegate.idempotency.cleaner-interval", config.cleanerInterval());
        return complaints;
    }

    /** The same for an operation whose settings begin with {@code prefix}. */
    public static List<String> complaints(String prefix, Duration retention, Duration budget, List<String> excludes) {
        List<String> complaints = new ArrayList<>();
        addUnlessPositive(complaints, prefix + ".retention", retention);
        complaints.addAll(complaints(prefix + ".budget", budget));
        for (String pointer : excludes) {
            if (!pointer.startsWith("/")) {
                complaints.add(
                        prefix + ".fingerprint-excludes must be JSON pointers to parts of the body, which begin with"
                                + " a slash; \"" + pointer + "\" is none.");
            }
        }
        return complaints;
    }

    /** The same for how long a caller waits. */
    public static List<String> complaints(String setting, Duration budget) {
        return budget.toMillis() < 1 || budget.compareTo(LONGEST_BUDGET) > 0
                ? List.of(setting + " must be from 1 ms to 60 s.")
                : List.of();
    }

    private static void addUnlessPositive(List<String> complaints, String setting, Duration value) {
        if (value.toMillis() < 1) {
            complaints.add(setting + " must be at least 1 ms.");
        }
    }
}
