package io.oncegate.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("external")
class RedisClusterIT {
    private static final int KEYS = 10;

    @TempDir
    private static Path folder;

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(folder);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void threeMastersShareTheSlots() {
        assertThat(List.of(0, 8_000, 16_383)).map(cluster::ownerOf).doesNotHaveDuplicates();
        assertThat(cluster.slotOf("a{x}b")).isEqualTo(cluster.slotOf("x")).isNotEqualTo(cluster.slotOf("a{y}b"));
        assertThat(cluster.urls().split(",")).hasSize(3);
    }

    @Test
    void aKeyIsServedByItsOwnerOnly() {
        var owner = cluster.ownerOf(cluster.slotOf("{served}"));
        var other = otherThan(owner);

        assertThat(owner.ask("SET", "{served}", "1")).isEqualTo("OK");
        assertThat(other.refusal("GET", "{served}")).startsWith("MOVED").endsWith(":" + owner.port());
    }

    @Test
    void aSlotMovesStepByStep() {
        var source = cluster.ownerOf(cluster.slotOf("{moved}"));
        keys().forEach(key -> source.ask("SET", key, "1"));

        var move = cluster.beginMove(cluster.slotOf("{moved}"));
        assertThat(move.moveKeys(KEYS / 2)).isEqualTo(KEYS / 2);

        assertThat(move.source()).isSameAs(source);
        assertThat(keys().stream().filter(key -> isServedBy(source, key))).hasSize(KEYS / 2);
        assertThat(source.refusal("GET", "{moved}:new"))
                .startsWith("ASK")
                .endsWith(":" + move.target().port());

        move.finish();
        assertThat(cluster.ownerOf(cluster.slotOf("{moved}"))).isSameAs(move.target());
        assertThat(keys())
                .allSatisfy(key -> assertThat(move.target().ask("GET", key)).isEqualTo("1"));
        assertThat(source.refusal("GET", "{moved}:1")).startsWith("MOVED");
    }

    /** One that it no longer has, it sends to where the slot goes. */
    private static boolean isServedBy(RedisNode node, String key) {
        return node.ask("CLUSTER", "GETKEYSINSLOT", String.valueOf(cluster.slotOf(key)), "100")
                .lines()
                .anyMatch(key::equals);
    }

    private static List<String> keys() {
        return IntStream.range(0, KEYS).mapToObj(index -> "{moved}:" + index).toList();
    }

    private static RedisNode otherThan(RedisNode owner) {
        return cluster.nodes().stream()
                .filter(node -> node != owner)
                .findFirst()
                .orElseThrow();
    }
}
