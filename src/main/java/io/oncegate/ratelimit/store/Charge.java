package io.oncegate.ratelimit.store;

import io.oncegate.ratelimit.limit.Limit;

/**
 * What a request takes from one bucket.
 *
 * @param key the bucket's key, see {@link BucketKey}; equal keys are one bucket
 * @param limit what the bucket holds now; a stored bucket that held more is clamped to it
 * @param cost whole tokens, at least 0; 0 only looks: it is never refused, and is told how long one token would wait
 * @param manner what happens when the bucket has less
 */
public record Charge(String key, Limit limit, long cost, Manner manner) {

    /** What happens when a bucket has less than is asked for. */
    public enum Manner {
        /** Everything that was asked for with it is refused, and nothing is taken from any bucket. */
        ENFORCE('e'),
        /** It is taken all the same and the bucket owes it; nothing else is influenced. */
        SHADOW('s'),
        /** What is there is taken, be it nothing. */
        PARTIAL('p');

        private final char code;

        Manner(char code) {
            this.code = code;
        }

        /** Its letter in the shared script's arguments. */
        public char code() {
            return code;
        }
    }

    public Charge {
        if (cost < 0) {
            throw new IllegalArgumentException("a charge is at least 0, and this one is " + cost);
        }
    }

    /** Whether a bucket that has too little refuses the whole call. */
    public boolean mayRefuse() {
        return manner == Manner.ENFORCE && cost > 0;
    }
}
