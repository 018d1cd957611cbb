package io.oncegate.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.phase.Lanes.Arrival;
import org.junit.jupiter.api.Test;

class LanesTest {

    @Test
    void whoComesWhileALaneIsFreeLeavesAndWhoComesLaterWaits() {
        var lanes = new Lanes<String>(2, 10, 10);

        assertThat(lanes.come("a")).isEqualTo(Arrival.LEAVES);
        assertThat(lanes.come("b")).isEqualTo(Arrival.LEAVES);
        assertThat(lanes.come("c")).isEqualTo(Arrival.WAITS);
    }

    @Test
    void aLaneThatEndsIsTakenByAllThatWaitInTheirOrder() {
        var lanes = taken(1, 10, 10);
        assertThat(lanes.come("b")).isEqualTo(Arrival.WAITS);
        assertThat(lanes.come("c")).isEqualTo(Arrival.WAITS);

        assertThat(lanes.end()).containsExactly("b", "c");
        assertThat(lanes.come("d")).isEqualTo(Arrival.WAITS);
        assertThat(lanes.end()).containsExactly("d");
    }

    @Test
    void moreThanMayLeaveTogetherLeaveOnTheNextLanes() {
        var lanes = taken(1, 2, 10);
        assertThat(lanes.come("b")).isEqualTo(Arrival.WAITS);
        assertThat(lanes.come("c")).isEqualTo(Arrival.WAITS);
        assertThat(lanes.come("d")).isEqualTo(Arrival.WAITS);

        assertThat(lanes.end()).containsExactly("b", "c");
        assertThat(lanes.end()).containsExactly("d");
    }

    @Test
    void aLaneThatNobodyWaitsForIsFreeAgain() {
        var lanes = taken(1, 10, 10);

        assertThat(lanes.end()).isEmpty();
        assertThat(lanes.come("b")).isEqualTo(Arrival.LEAVES);
        assertThat(lanes.come("c")).isEqualTo(Arrival.WAITS);
    }

    @Test
    void noMoreThanMayWait() {
        var lanes = taken(1, 10, 1);

        assertThat(lanes.come("b")).isEqualTo(Arrival.WAITS);
        assertThat(lanes.come("c")).isEqualTo(Arrival.REFUSED);
        assertThat(lanes.end()).containsExactly("b");
    }

    private static Lanes<String> taken(int lanes, int together, int mostWaiting) {
        var all = new Lanes<String>(lanes, together, mostWaiting);
        for (int each = 0; each < lanes; each++) {
            assertThat(all.come("first")).isEqualTo(Arrival.LEAVES);
        }
        return all;
    }
}
