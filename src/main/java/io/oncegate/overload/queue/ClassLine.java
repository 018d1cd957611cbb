package io.oncegate.overload.queue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one class: those that wait, tenant by tenant, and the number of those that were told to come and are
 * on their way. Tenants take turns, each as long as its weight. Every step takes the same time, however many wait.
 */
final class ClassLine {

    private final Map<String, TenantLine> tenants = new HashMap<>();
    /** Those that have somebody waiting; the first one's turn it is. */
    private final Map<String, TenantLine> ring = new LinkedHashMap<>();

    private int waiting;
    private int onTheWay;
    private int weightOfRing;

    int waiting() {
        return waiting;
    }

    /** Waiting, or soon to. */
    int expected() {
        return waiting + onTheWay;
    }

    int waitingOf(String tenant) {
        TenantLine line = tenants.get(tenant);
        return line == null ? 0 : line.size();
    }

    int expectedOf(String tenant) {
        TenantLine line = tenants.get(tenant);
        return line == null ? 0 : line.size() + line.onTheWay;
    }

    void announce(Rank rank) {
        line(rank).onTheWay++;
        onTheWay++;
    }

    void arrived(Rank rank) {
        TenantLine line = line(rank);
        line.onTheWay--;
        onTheWay--;
        forgetIfIdle(line);
    }

    void add(Waiting entry) {
        TenantLine line = line(entry.rank());
        if (line.waiting.isEmpty()) {
            line.weight = entry.rank().weight();
            weightOfRing += line.weight;
            ring.put(line.tenant, line);
        }
        line.waiting.add(entry);
        waiting++;
    }

    /** Whoever is next; null where nobody waits. */
    @Nullable
    Waiting poll() {
        if (ring.isEmpty()) {
            return null;
        }
        TenantLine line = ring.values().iterator().next();
        if (line.leftOfTurn == 0) {
            line.leftOfTurn = line.weight;
        }
        Waiting next = line.poll();
        waiting--;
        line.leftOfTurn--;
        if (line.waiting.isEmpty()) {
            emptied(line);
        } else if (line.leftOfTurn == 0) {
            ring.remove(line.tenant);
            ring.put(line.tenant, line);
        }
        return next;
    }

    /** False where it does not wait any more. */
    boolean remove(Waiting entry) {
        TenantLine line = tenants.get(entry.rank().tenant());
        if (line == null || !line.waiting.remove(entry)) {
            return false;
        }
        waiting--;
        if (line.waiting.isEmpty()) {
            emptied(line);
        }
        return true;
    }

    /** The tenant's part of what the class gets, once it waits: from above 0 to 1. */
    double shareOf(Rank rank) {
        TenantLine line = ring.get(rank.tenant());
        return line == null
                ? (double) rank.weight() / (weightOfRing + rank.weight())
                : (double) line.weight / weightOfRing;
    }

    /** Whether the tenant, with one more, has at most half of what its weight gives it of all that wait. */
    boolean hasLessThanItsShare(Rank rank) {
        return 2 * (waitingOf(rank.tenant()) + 1) <= waiting * shareOf(rank);
    }

    private void emptied(TenantLine line) {
        ring.remove(line.tenant);
        weightOfRing -= line.weight;
        line.leftOfTurn = 0;
        forgetIfIdle(line);
    }

    private TenantLine line(Rank rank) {
        return tenants.computeIfAbsent(rank.tenant(), TenantLine::new);
    }

    private void forgetIfIdle(TenantLine line) {
        if (line.onTheWay == 0 && line.waiting.isEmpty()) {
            tenants.remove(line.tenant);
        }
    }
}
