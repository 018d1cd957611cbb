package io.oncegate.ratelimit.store;

/**
 * What one bucket answered to a {@link Charge}.
 *
 * @param granted whole tokens that this bucket has for the request: the cost or 0, or anything between for
 *     {@link Charge.Manner#PARTIAL}. They are taken only if no enforced bucket of the same call refused
 * @param remaining whole tokens that are left; below 0 for a shadow bucket that owes: the capacity less this is the
 *     smallest one that would have refused nobody so far
 * @param waitMicros how long until the cost would be granted if nobody else asked, for
 *     {@link Charge.Manner#PARTIAL} and for a look until one token would be; 0 where it was or would be, -1 where it never
 *     will be because the cost is above the capacity. A shadow bucket tells by it that it would have refused
 * @param toFullMicros how long until the bucket is full if nobody asks
 */
public record Taken(long granted, long remaining, long waitMicros, long toFullMicros) {}
