package io.oncegate.sandbox.ledger;

import io.vertx.core.json.JsonArray;
import java.util.ArrayDeque;
import java.util.Deque;

/** The latest requests to any dialect, oldest first. Safe for use by several threads. */
public final class RequestLog {
    /** More than a test run makes, and little enough for a sandbox that is left running under load. */
    private static final int KEPT = 10_000;

    private final Deque<ReceivedRequest> requests = new ArrayDeque<>();

    public synchronized void add(ReceivedRequest request) {
        if (requests.size() == KEPT) {
            requests.removeFirst();
        }
        requests.addLast(request);
    }

    public synchronized void clear() {
        requests.clear();
    }

    public synchronized JsonArray toJson() {
        var json = new JsonArray();
        requests.forEach(request -> json.add(request.toJson()));
        return json;
    }
}
