package io.oncegate.sandbox.ledger;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came in for each order and each message, beside what happened to it: how many calls, and what the provider was
 * last told to do. Safe for use by several threads.
 */
public final class OrderCalls {
    /** More than anybody looks at. */
    private static final int KEPT = 2_000;

    private final Map<String, Row> rows = new LinkedHashMap<>();

    private record Row(String dialect, int calls, @Nullable String verb, Instant at) {}

    /** A call of any kind for {@code order}. */
    public synchronized void called(String order, String dialect, Instant at) {
        var row = rows.remove(order);
        if (row == null && rows.size() == KEPT) {
            rows.remove(rows.keySet().iterator().next());
        }
        rows.put(order, row == null ? new Row(dialect, 1, null, at) : new Row(dialect, row.calls + 1, row.verb, at));
    }

    /** What the provider is told to do with a call for {@code order} that it has been told of. */
    public synchronized void took(String order, String verb) {
        rows.computeIfPresent(order, (key, row) -> new Row(row.dialect, row.calls, verb, row.at));
    }

    public synchronized void clear() {
        rows.clear();
    }

    /** A line for each order, the one called for last first, with what {@code ledger} has on it. */
    public synchronized JsonArray toJson(Ledger ledger) {
        var charges = ledger.countByReference("charge");
        var refunds = ledger.countByReference("refund");
        var messages = ledger.countByReference("message");
        var lines = new ArrayDeque<JsonObject>();
        rows.forEach((order, row) -> lines.addFirst(new JsonObject()
                .put("reference", order)
                .put("dialect", row.dialect)
                .put("charges", charges.getOrDefault(order, 0))
                .put("refunds", refunds.getOrDefault(order, 0))
                .put("messages", messages.getOrDefault(order, 0))
                .put("calls", row.calls)
                .put("last_verb", row.verb)
                .put("last_call", row.at.toString())));
        var json = new JsonArray();
        lines.forEach(json::add);
        return json;
    }
}
