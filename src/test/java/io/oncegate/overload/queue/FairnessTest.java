package io.oncegate.overload.queue;

import static io.oncegate.overload.queue.Party.rank;
import static io.oncegate.overload.queue.ServiceClass.CRITICAL;
import static io.oncegate.overload.queue.ServiceClass.LOW;
import static io.oncegate.overload.queue.ServiceClass.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FairnessTest {
    private static final Duration SERVICE = Duration.ofMillis(10);
    private static final int MANY = 1000;
    /** Points of a hundred. */
    private static final Offset<Double> NEARLY = Offset.offset(3.0);

    private final Party party = new Party(1);

    @Test
    void saturatedClassesGet80And16And4OfAHundred() {
        saturate(CRITICAL, NORMAL, LOW);

        serve(500);

        assertThat(percent(CRITICAL, 500)).isCloseTo(80, NEARLY);
        assertThat(percent(NORMAL, 500)).isCloseTo(16, NEARLY);
        assertThat(percent(LOW, 500)).isCloseTo(4, NEARLY);
    }

    @ParameterizedTest
    @EnumSource(names = {"NORMAL", "LOW"})
    void criticalAgainstOneOfTheOthersIs80To20(ServiceClass other) {
        saturate(CRITICAL, other);

        serve(500);

        assertThat(percent(CRITICAL, 500)).isCloseTo(80, NEARLY);
        assertThat(percent(other, 500)).isCloseTo(20, NEARLY);
    }

    @ParameterizedTest
    @EnumSource
    void oneClassAloneGetsEverything(ServiceClass only) {
        saturate(only);

        serve(500);

        assertThat(party.classesOfLatest(500)).isEqualTo(Map.of(only, 500));
    }

    @Test
    void whatOneClassDoesNotUseTheOthersHave() {
        for (var each = 0; each < MANY; each++) {
            party.comes(rank(LOW));
        }
        party.comes(rank(CRITICAL));

        serve(100);

        assertThat(party.classesOfLatest(100)).isEqualTo(Map.of(CRITICAL, 1, LOW, 99));
    }

    @Test
    void lowWaitsForTwentyFiveAtMostHoweverManyOthersCome() {
        saturate(CRITICAL, NORMAL);
        serve(137);

        var low = party.comes(rank(LOW));
        serve(25);

        assertThat(low.isIn()).isTrue();
        assertThat(low.waited).isLessThanOrEqualTo(SERVICE.multipliedBy(25));
    }

    /** Its line is empty again and again, which must not send it back to the end each time. */
    @Test
    void lowThatComesOneByOneIsNotStarved() {
        saturate(CRITICAL, NORMAL);
        var longest = 0;
        for (var each = 0; each < 20; each++) {
            var low = party.comes(rank(LOW));
            var served = 0;
            while (!low.isIn()) {
                serve(1);
                served++;
            }
            longest = Math.max(longest, served);
        }

        assertThat(longest).isLessThanOrEqualTo(25);
    }

    @Test
    void tenantsOfAClassTakeTurnsByTheWeightOfTheirPlan() {
        hold();
        for (var each = 0; each < MANY; each++) {
            party.comes(rank(CRITICAL, "free", 1));
            party.comes(rank(CRITICAL, "standard", 2));
            party.comes(rank(CRITICAL, "vip", 4));
        }

        serve(700);

        assertThat(party.tenantsOfLatest(700)).isEqualTo(Map.of("free", 100, "standard", 200, "vip", 400));
    }

    @Test
    void aNoisyTenantDelaysOnlyItself() {
        hold();
        for (var each = 0; each < MANY; each++) {
            party.comes(rank(NORMAL, "noisy", 4));
        }
        serve(50);

        var quiet = party.comes(rank(NORMAL, "quiet", 1));
        serve(5);

        assertThat(quiet.isIn()).isTrue();
    }

    @Test
    void fairnessHoldsWhateverComesAndGoes() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        var gone = new ArrayList<Party.Visitor>();
        saturate(CRITICAL, NORMAL, LOW);

        for (var each = 0; each < 500; each++) {
            for (var serviceClass : List.of(CRITICAL, NORMAL, LOW)) {
                var visitor = party.comes(rank(serviceClass, "t" + random.nextInt(5), 1 + random.nextInt(4)));
                if (random.nextInt(4) == 0 && visitor.waiting.leave()) {
                    gone.add(visitor);
                }
            }
            serve(1);
        }

        assertThat(percent(CRITICAL, 500)).as("seed %d", seed).isCloseTo(80, NEARLY);
        assertThat(percent(NORMAL, 500)).as("seed %d", seed).isCloseTo(16, NEARLY);
        assertThat(percent(LOW, 500)).as("seed %d", seed).isCloseTo(4, NEARLY);
        assertThat(gone).as("seed %d", seed).isNotEmpty().noneMatch(Party.Visitor::isIn);
    }

    private void saturate(ServiceClass... classes) {
        hold();
        for (var each = 0; each < MANY; each++) {
            for (var serviceClass : classes) {
                party.comes(rank(serviceClass));
            }
        }
    }

    /** The one permit is had by somebody. */
    private void hold() {
        party.comes(rank(CRITICAL));
    }

    private void serve(int number) {
        for (var each = 0; each < number; each++) {
            party.oneGoes(SERVICE);
        }
    }

    private double percent(ServiceClass serviceClass, int ofLatest) {
        return 100.0 * party.classesOfLatest(ofLatest).getOrDefault(serviceClass, 0) / ofLatest;
    }
}
