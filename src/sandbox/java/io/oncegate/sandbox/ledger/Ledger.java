package io.oncegate.sandbox.ledger;

import io.oncegate.sandbox.memory.Retention;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Every effect, in the order in which it happened. Safe for use by several threads. */
public final class Ledger {
    private final Deque<LedgerEntry> entries = new ArrayDeque<>();
    private final int kept = Retention.entries();

    public synchronized void add(LedgerEntry entry) {
        if (entries.size() == kept) {
            entries.removeFirst();
        }
        entries.addLast(entry);
    }

    public synchronized void clear() {
        entries.clear();
    }

    /** The entries that {@code filter} lets through; of its members only {@code reference} is known. */
    public synchronized JsonArray toJson(MultiMap filter) {
        var reference = filter.get("reference");
        var json = new JsonArray();
        entries.stream()
                .filter(entry -> reference == null || reference.equals(entry.reference()))
                .map(LedgerEntry::toJson)
                .forEach(json::add);
        return json;
    }

    /** How many effects of one kind there were, by reference. */
    synchronized Map<String, Integer> countByReference(String kind) {
        var counts = new HashMap<String, Integer>();
        entries.stream()
                .filter(entry -> entry.kind().equals(kind))
                .forEach(entry -> counts.merge(entry.reference(), 1, Integer::sum));
        return counts;
    }
}
