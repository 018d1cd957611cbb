package io.oncegate.sandbox.ledger;

import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Every effect, in the order in which it happened. Safe for use by several threads. */
public final class Ledger {
    private final List<LedgerEntry> entries = new CopyOnWriteArrayList<>();

    public void add(LedgerEntry entry) {
        entries.add(entry);
    }

    public void clear() {
        entries.clear();
    }

    /** The entries that {@code filter} lets through; of its members only {@code reference} is known. */
    public JsonArray toJson(MultiMap filter) {
        var reference = filter.get("reference");
        var json = new JsonArray();
        entries.stream()
                .filter(entry -> reference == null || reference.equals(entry.reference()))
                .map(LedgerEntry::toJson)
                .forEach(json::add);
        return json;
    }
}
