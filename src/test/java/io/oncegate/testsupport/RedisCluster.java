package io.oncegate.testsupport;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A real Redis Cluster on loopback: three masters that share the slots, without replicas. */
public final class RedisCluster implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration LONGEST_START = Duration.ofSeconds(60);

    private final List<RedisNode> nodes = new ArrayList<>();

    private RedisCluster(Path folder) {
        for (var index = 0; index < MASTERS; index++) {
            nodes.add(RedisNode.start(folder.resolve("redis-" + index)));
        }
    }

    /** Returns when every node takes every key; {@code folder} becomes its own. */
    public static RedisCluster start(Path folder) {
        var cluster = new RedisCluster(folder);
        try {
            cluster.shareSlots();
            cluster.nodes.subList(1, MASTERS).forEach(node -> node.meet(cluster.nodes.get(0)));
            await().atMost(LONGEST_START).until(cluster::isComplete);
            return cluster;
        } catch (RuntimeException | Error failed) {
            cluster.close();
            throw failed;
        }
    }

    public List<RedisNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Of all nodes, as {@code oncegate.redis.url} takes them. */
    public String urls() {
        return nodes.stream().map(RedisNode::url).collect(Collectors.joining(","));
    }

    /** The slot of {@code key}: that of what stands in its first braces, or of all of it. */
    public int slotOf(String key) {
        return Integer.parseInt(nodes.get(0).ask("CLUSTER", "KEYSLOT", key));
    }

    /** The node that {@code slot} belongs to, as all of them see it. */
    public RedisNode ownerOf(int slot) {
        var owners = nodes.stream().map(node -> ownerOf(slot, node)).distinct().toList();
        if (owners.size() != 1) {
            throw new AssertionError("Slot %d belongs to %s.".formatted(slot, owners));
        }
        return nodes.stream()
                .filter(node -> owners.contains(node.port()))
                .findFirst()
                .orElseThrow();
    }

    /** Begins to move {@code slot} to the next node; it stays on its way until the move is finished. */
    public SlotMove beginMove(int slot) {
        var source = ownerOf(slot);
        var target = nodes.get((nodes.indexOf(source) + 1) % MASTERS);
        return SlotMove.begin(this, slot, source, target);
    }

    @Override
    public void close() {
        nodes.forEach(RedisNode::close);
    }

    private void shareSlots() {
        for (var index = 0; index < MASTERS; index++) {
            var first = SLOTS * index / MASTERS;
            var last = SLOTS * (index + 1) / MASTERS - 1;
            var node = nodes.get(index);
            // Before they meet: of two nodes with one epoch the cluster would have to change one by itself.
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(index + 1));
            node.ask("CLUSTER", "ADDSLOTSRANGE", String.valueOf(first), String.valueOf(last));
        }
    }

    private boolean isComplete() {
        return nodes.stream()
                .map(node -> node.ask("CLUSTER", "INFO"))
                .allMatch(info -> info.contains("cluster_state:ok")
                        && info.contains("cluster_slots_ok:" + SLOTS)
                        && info.contains("cluster_known_nodes:" + MASTERS));
    }

    /** The port of the owner in the eyes of {@code witness}: a node's slots are the fields from the ninth on. */
    private static int ownerOf(int slot, RedisNode witness) {
        var lines = witness.ask("CLUSTER", "NODES").lines().toList();
        for (var line : lines) {
            var fields = line.split(" ");
            if (Arrays.stream(fields).skip(8).anyMatch(range -> holds(range, slot))) {
                return Integer.parseInt(fields[1].replaceAll(".*:(\\d+)@.*", "$1"));
            }
        }
        throw new AssertionError("Nobody has slot %d: %s".formatted(slot, lines));
    }

    /** One in brackets is a slot on its way. */
    private static boolean holds(String range, int slot) {
        if (range.startsWith("[")) {
            return false;
        }
        var ends = range.split("-", 2);
        return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
    }
}
