package io.oncegate.testsupport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A slot on its way from one master to another, one step at a time, so that a test can have load on it at every step.
 * Until {@link #finish()} the source serves the keys that it still has and answers {@code ASK} for others.
 */
public final class SlotMove {
    private static final String MOST_MILLIS = "5000";

    private final RedisCluster cluster;
    private final String slot;
    private final RedisNode source;
    private final RedisNode target;

    private SlotMove(RedisCluster cluster, int slot, RedisNode source, RedisNode target) {
        this.cluster = cluster;
        this.slot = String.valueOf(slot);
        this.source = source;
        this.target = target;
    }

    static SlotMove begin(RedisCluster cluster, int slot, RedisNode source, RedisNode target) {
        var move = new SlotMove(cluster, slot, source, target);
        // The target first: whom the source sends there must find it prepared.
        move.set(target, "IMPORTING", source.id());
        move.set(source, "MIGRATING", target.id());
        return move;
    }

    public RedisNode source() {
        return source;
    }

    public RedisNode target() {
        return target;
    }

    /** Moves at most {@code count} keys, and returns how many it has tried; none means that none is left for now. */
    @CanIgnoreReturnValue
    public int moveKeys(int count) {
        var keys = source.ask("CLUSTER", "GETKEYSINSLOT", slot, String.valueOf(count))
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
        if (!keys.isEmpty()) {
            var command = new ArrayList<>(
                    List.of("MIGRATE", "127.0.0.1", String.valueOf(target.port()), "", "0", MOST_MILLIS, "KEYS"));
            command.addAll(keys);
            source.ask(command.toArray(String[]::new));
        }
        return keys.size();
    }

    /** Moves what is left, and makes the target the owner in everybody's eyes. */
    public void finish() {
        while (moveKeys(100) > 0) {
            // Keys that appear meanwhile appear at the target.
        }
        set(target, "NODE", target.id());
        set(source, "NODE", target.id());
        cluster.nodes().forEach(node -> set(node, "NODE", target.id()));
    }

    private void set(RedisNode node, String what, String id) {
        node.ask("CLUSTER", "SETSLOT", slot, what, id);
    }
}
