package io.oncegate.sandbox.ledger;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How callers name an order to a provider: its ULID, from the second attempt on with the attempt behind it. */
public final class OrderReference {
    private static final Pattern WITH_ATTEMPT = Pattern.compile("([0-9A-Za-z]{26})-\\d+");

    private OrderReference() {}

    /**
     * What metadata names an order by: the attempt, where it is one of the order that is named beside it, else the
     * order.
     */
    public static @Nullable String of(@Nullable String order, @Nullable String attempt) {
        return order == null || (attempt != null && withoutAttempt(attempt).equals(order)) ? attempt : order;
    }

    /** The order alone; any other reference is kept whole. */
    public static String withoutAttempt(String reference) {
        var attempt = WITH_ATTEMPT.matcher(reference);
        return attempt.matches() ? attempt.group(1) : reference;
    }
}
