package io.oncegate.ratelimit.local;

import io.oncegate.ratelimit.limit.Limit;

/** One bucket of this instance. Whoever uses it holds its lock, but for the one question that says otherwise. */
final class Bucket {

    private Tokens tokens;
    private long at;
    private long limitToFullMicros;
    private volatile long longestToFullMicros;

    Bucket(Limit limit, long now) {
        this.tokens = Tokens.full(limit);
        this.at = now;
        this.limitToFullMicros = limit.timeToFullMicros();
        this.longestToFullMicros = limitToFullMicros;
    }

    /** What it holds at this moment under the limit that holds now. Only {@link #become} changes anything. */
    Tokens seen(Limit present, long now, boolean mayOwe) {
        return tokens.under(present, mayOwe).after(Math.max(0, now - at));
    }

    void become(Tokens next, long now) {
        if (!next.limit().equals(tokens.limit())) {
            limitToFullMicros = next.limit().timeToFullMicros();
        }
        longestToFullMicros = Math.max(limitToFullMicros, next.toFullMicros());
        tokens = next;
        at = Math.max(at, now);
    }

    /** What it takes to become full at the most, or to pay what it owes; may be asked without the lock. */
    long longestToFullMicros() {
        return longestToFullMicros;
    }
}
