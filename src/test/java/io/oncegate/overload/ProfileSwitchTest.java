package io.oncegate.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProfileSwitchTest {
    private static final Duration DWELL = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final double FULL = 0.9;
    private static final double HALF = 0.5;
    private static final double EMPTY = 0.0;

    private final AtomicLong nanos = new AtomicLong(Duration.ofHours(1).toNanos());
    private final ProfileSwitch decides = new ProfileSwitch(0.8, 0.2, DWELL, nanos::get);

    private Profile profile = Profile.NORMAL;
    private boolean automatic;
    private int switches;

    @Test
    void aFullQueueMakesItWorseAtOnceAndAgainAfterTheDwell() {
        look(FULL, LOOK);
        assertThat(profile).isEqualTo(Profile.DEGRADED);

        look(FULL, DWELL.minus(LOOK));
        assertThat(profile).isEqualTo(Profile.DEGRADED);

        look(FULL, LOOK.multipliedBy(2));
        assertThat(profile).isEqualTo(Profile.EMERGENCY);

        look(FULL, DWELL.multipliedBy(3));
        assertThat(switches).isEqualTo(2);
    }

    @Test
    void calmForTheDwellMakesItBetterStepByStep() {
        look(FULL, LOOK);

        look(EMPTY, DWELL.minus(LOOK));
        assertThat(profile).isEqualTo(Profile.DEGRADED);

        look(EMPTY, LOOK.multipliedBy(2));
        assertThat(profile).isEqualTo(Profile.NORMAL);
    }

    @Test
    void betweenTheMarksNothingChanges() {
        look(HALF, DWELL.multipliedBy(3));
        assertThat(profile).isEqualTo(Profile.NORMAL);

        look(FULL, LOOK);
        look(HALF, DWELL.multipliedBy(3));
        assertThat(profile).isEqualTo(Profile.DEGRADED);
    }

    @Test
    void loadThatFlapsSwitchesAtMostOnceInADwell() {
        var dwells = 20;
        for (var second = 0; second < dwells * DWELL.toSeconds(); second++) {
            look(second % 2 == 0 ? FULL : EMPTY, LOOK);
        }

        assertThat(switches).isPositive().isLessThanOrEqualTo(dwells);
    }

    @Test
    void loadThatFlapsSlowlySwitchesAtMostOnceInADwell() {
        var dwells = 20;
        for (var second = 0; second < dwells * DWELL.toSeconds(); second++) {
            look(second % 70 < 5 ? FULL : EMPTY, LOOK);
        }

        assertThat(switches).isPositive().isLessThanOrEqualTo(dwells);
    }

    @Test
    void whatAnOperatorSwitchedToIsNeverMadeBetter() {
        profile = Profile.DEGRADED;

        look(EMPTY, DWELL.multipliedBy(3));

        assertThat(profile).isEqualTo(Profile.DEGRADED);
    }

    @Test
    void whatAnOperatorSwitchedToIsKeptForTheDwellToo() {
        look(EMPTY, LOOK);
        profile = Profile.DEGRADED;
        look(EMPTY, LOOK);

        look(FULL, DWELL.minus(LOOK.multipliedBy(2)));
        assertThat(profile).isEqualTo(Profile.DEGRADED);

        look(FULL, LOOK.multipliedBy(2));
        assertThat(profile).isEqualTo(Profile.EMERGENCY);
    }

    private void look(double fill, Duration howLong) {
        for (var end = nanos.get() + howLong.toNanos(); nanos.get() < end; nanos.addAndGet(LOOK.toNanos())) {
            decides.look(profile, automatic, fill).ifPresent(wanted -> {
                profile = wanted;
                automatic = true;
                switches++;
            });
        }
    }
}
