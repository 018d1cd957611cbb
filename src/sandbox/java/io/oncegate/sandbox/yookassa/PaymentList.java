package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.exchange.Refused;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * A page of payments, newest first, as {@code GET /v3/payments} filters and cuts it.
 *
 * @param more whether another page follows
 */
record PaymentList(List<Payment> page, boolean more) {
    private static final int DEFAULT_LIMIT = 10;
    private static final int HIGHEST_LIMIT = 100;

    /** How the moment of creation compares with the one in the filter. */
    private static final Map<String, IntPredicate> CREATED = Map.of(
            "created_at.gte", order -> order >= 0,
            "created_at.gt", order -> order > 0,
            "created_at.lte", order -> order <= 0,
            "created_at.lt", order -> order < 0);

    /** {@code newestFirst}: all there are. */
    static PaymentList of(List<Payment> newestFirst, MultiMap filter) throws Refused {
        var limit = limit(filter);
        var matching = afterCursor(newestFirst, filter).stream()
                .filter(created(filter))
                .filter(status(filter))
                .toList();
        var page = matching.subList(0, Math.min(limit, matching.size()));
        return new PaymentList(page, page.size() < matching.size());
    }

    List<Observed<PaymentState>> observed() {
        return page.stream().map(Payment::observed).toList();
    }

    JsonObject toJson() {
        var items = new JsonArray();
        page.forEach(payment -> payment.observed().seen().map(payment::toJson).ifPresent(items::add));
        var json = new JsonObject().put("type", "list").put("items", items);
        return more ? json.put("next_cursor", page.get(page.size() - 1).id()) : json;
    }

    private static List<Payment> afterCursor(List<Payment> payments, MultiMap filter) {
        var cursor = filter.get("cursor");
        if (cursor == null) {
            return payments;
        }
        var ids = payments.stream().map(Payment::id).toList();
        return payments.subList(ids.indexOf(cursor) + 1, payments.size());
    }

    private static Predicate<Payment> created(MultiMap filter) throws Refused {
        Predicate<Payment> matches = payment -> true;
        for (var comparison : CREATED.entrySet()) {
            var given = filter.get(comparison.getKey());
            if (given != null) {
                var moment = moment(comparison.getKey(), given);
                matches = matches.and(
                        payment -> comparison.getValue().test(payment.created().compareTo(moment)));
            }
        }
        return matches;
    }

    private static Predicate<Payment> status(MultiMap filter) {
        var wanted = filter.get("status");
        return payment -> wanted == null
                || payment.observed()
                        .seen()
                        .filter(state -> state.status().word().equals(wanted))
                        .isPresent();
    }

    private static Instant moment(String parameter, String text) throws Refused {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException notAMoment) {
            throw new Refused(YooKassaErrors.invalid("Moment is not in the form of ISO 8601", parameter));
        }
    }

    private static int limit(MultiMap filter) throws Refused {
        var given = filter.get("limit");
        if (given == null) {
            return DEFAULT_LIMIT;
        }
        if (!given.matches("\\d{1,3}") || Integer.parseInt(given) < 1 || Integer.parseInt(given) > HIGHEST_LIMIT) {
            throw new Refused(YooKassaErrors.invalid("Limit is not between 1 and 100", "limit"));
        }
        return Integer.parseInt(given);
    }
}
