package io.oncegate.orders;

import io.oncegate.request.Ulid;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * Where a list of orders was left: the last order that was shown. Clients see it as a word without meaning.
 *
 * @param createdAt to the millisecond, as orders have it
 */
public record OrderCursor(Instant createdAt, String id) {

    private static final int LONGEST = 100;

    /** The end of the year 9999: beyond it PostgreSQL and ISO 8601 disagree about how to write a time. */
    private static final long MOST_MILLIS = 253_402_300_799_999L;

    /** The cursor after {@code order}. */
    static OrderCursor after(Order order) {
        return new OrderCursor(order.createdAt(), order.id());
    }

    /** As a client sees it. */
    String encoded() {
        String plain = createdAt.toEpochMilli() + ":" + id;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.US_ASCII));
    }

    /** What {@link #encoded} gave; empty for anything else. */
    static Optional<OrderCursor> decode(String encoded) {
        if (encoded.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.US_ASCII);
            int colon = plain.indexOf(':');
            String id = plain.substring(colon + 1);
            if (colon < 1 || !Ulid.isOne(id)) {
                return Optional.empty();
            }
            long millis = Long.parseLong(plain.substring(0, colon));
            return millis < 0 || millis > MOST_MILLIS
                    ? Optional.empty()
                    : Optional.of(new OrderCursor(Instant.ofEpochMilli(millis), id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
