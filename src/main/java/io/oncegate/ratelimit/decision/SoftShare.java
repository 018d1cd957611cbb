package io.oncegate.ratelimit.decision;

import io.oncegate.ratelimit.limit.Mode;

/**
 * For whom a mode refuses. In soft mode it is a share of the subjects, told by their hash: always the same ones, on every
 * instance, and a greater share includes those of a smaller one.
 */
public final class SoftShare {

    private static final int HASH_DIGITS = 8;
    private static final int HASH_BITS = 32;
    private static final int PERCENT = 100;

    private SoftShare() {}

    /**
     * Whether {@code mode} refuses for a subject.
     *
     * @param softPercent share of the subjects, 0..100; of soft mode only
     * @param subject whom the policy counts; hashed in soft mode only, since that costs more than a bucket does
     */
    public static boolean enforces(Mode mode, int softPercent, String subject) {
        return switch (mode) {
            case SHADOW -> false;
            case SOFT -> includes(softPercent, SubjectHash.of(subject));
            case ENFORCE -> true;
        };
    }

    /** Whether a subject of this hash is in the share. */
    static boolean includes(int softPercent, String subjectHash) {
        long position = Long.parseLong(subjectHash.substring(0, HASH_DIGITS), 16);
        return ((position * PERCENT) >>> HASH_BITS) < softPercent;
    }
}
