package io.oncegate.ratelimit.local;

import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Taken;

/**
 * What a token bucket holds, in integers and by the rules of the shared script.
 *
 * @param value in units of which one microsecond adds the rate's tokens; below 0 where it owes
 */
record Tokens(Limit limit, long value) {

    private static final long MICROS = 1_000_000;

    static Tokens full(Limit limit) {
        return new Tokens(limit, full(limit, unit(limit)));
    }

    private static long full(Limit limit, long unit) {
        return limit.capacity() * unit;
    }

    private static long unit(Limit limit) {
        return MICROS * limit.refill().seconds();
    }

    private long full() {
        return full(limit, unit(limit));
    }

    /** A debt ends where the shared script could no longer count it. */
    private long least() {
        return Math.min(0, full() - Limit.LARGEST);
    }

    boolean isFull() {
        return value == full();
    }

    /** The same under the limit that holds now; what is owed is forgiven unless it {@code mayOwe}. */
    Tokens under(Limit present, boolean mayOwe) {
        if (isFull()) {
            return full(present);
        }
        long kept = mayOwe ? value : Math.max(0, value);
        long seconds = present.refill().seconds();
        if (seconds != limit.refill().seconds()) {
            // Another rate: whole micro-tokens are kept.
            long most = Limit.LARGEST / seconds;
            long micro = Math.floorDiv(kept, limit.refill().seconds());
            kept = Math.max(-most, Math.min(most, micro)) * seconds;
        }
        Tokens same = new Tokens(present, kept);
        return new Tokens(present, Math.max(same.least(), Math.min(same.full(), kept)));
    }

    Tokens after(long micros) {
        long tokens = limit.refill().tokens();
        return micros >= toFullMicros() ? full(limit) : new Tokens(limit, value + micros * tokens);
    }

    long toFullMicros() {
        return roundedUp(full() - value, limit.refill().tokens());
    }

    private static long roundedUp(long a, long b) {
        return a / b + (a % b == 0 ? 0 : 1);
    }

    /** What it has for a charge, before anything is taken. */
    Taken offer(Charge charge) {
        boolean partial = charge.manner() == Charge.Manner.PARTIAL;
        long wait = waitMicros(partial ? 1 : Math.max(1, charge.cost()));
        long granted = wait == 0 ? charge.cost() : 0;
        return answer(partial ? Math.min(granted, Math.max(0, remaining())) : granted, wait);
    }

    /** What is left now, to an earlier offer. */
    Taken answer(long granted, long waitMicros) {
        return new Taken(granted, remaining(), waitMicros, toFullMicros());
    }

    private long waitMicros(long cost) {
        if (cost > limit.capacity()) {
            return -1;
        }
        long missing = cost * unit(limit) - value;
        return missing <= 0 ? 0 : roundedUp(missing, limit.refill().tokens());
    }

    private long remaining() {
        return Math.floorDiv(value, unit(limit));
    }

    Tokens withoutOwing(long count) {
        return without(count, Math.min(value, 0));
    }

    Tokens without(long count) {
        return without(count, least());
    }

    private Tokens without(long count, long floor) {
        return new Tokens(limit, count > (value - floor) / unit(limit) ? floor : value - count * unit(limit));
    }

    Tokens with(long count) {
        boolean fills = count >= roundedUp(full() - value, unit(limit));
        return fills ? full(limit) : new Tokens(limit, value + count * unit(limit));
    }
}
