package io.oncegate.overload.queue;

import java.util.LinkedHashSet;
import java.util.Set;

/** The requests of one tenant in one class. A set in the order of arrival: whoever leaves early is out in one step. */
final class TenantLine {

    final String tenant;
    final Set<Waiting> waiting = new LinkedHashSet<>();
    int weight;
    int leftOfTurn;
    int onTheWay;

    TenantLine(String tenant) {
        this.tenant = tenant;
    }

    Waiting poll() {
        Waiting first = waiting.iterator().next();
        waiting.remove(first);
        return first;
    }

    int size() {
        return waiting.size();
    }
}
