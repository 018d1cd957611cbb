package io.oncegate.overload.queue;

import static io.oncegate.overload.queue.Party.LONG;
import static io.oncegate.overload.queue.Party.rank;
import static io.oncegate.overload.queue.ServiceClass.CRITICAL;
import static io.oncegate.overload.queue.ServiceClass.LOW;
import static io.oncegate.overload.queue.ServiceClass.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.overload.queue.Refusal.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final Duration SERVICE = Duration.ofMillis(100);

    private final Party party = new Party(10);

    @Test
    void ofAHundredAtOnceTenAreInTwentyWaitAndSeventyAreTurnedAwayAtTheDoor() {
        party.bounds = new Bounds(20, 20, 20, 20);
        var turnedAway = 0;
        for (var each = 0; each < 100; each++) {
            turnedAway += party.turnedAway(rank(CRITICAL), LONG).isPresent() ? 1 : 0;
        }

        assertThat(turnedAway).isEqualTo(70);
    }

    @Test
    void whoeverWasLetThroughTheDoorFindsRoom() {
        party.bounds = new Bounds(20, 20, 20, 20);
        var places = new ArrayList<Place>();
        for (var each = 0; each < 30; each++) {
            places.add(party.announced(rank(CRITICAL)));
        }

        var visitors = places.stream().map(place -> party.arrives(place, LONG)).toList();

        assertThat(visitors).filteredOn(Party.Visitor::isIn).hasSize(10);
        assertThat(visitors).allMatch(visitor -> visitor.refusal == null);
        assertThat(party.gate.depth(CRITICAL)).isEqualTo(20);
        assertThat(party.gate.fill(CRITICAL)).isEqualTo(1);
    }

    @Test
    void aPlaceThatIsNotUsedIsFreeAgain() {
        party.limit = 0;
        party.bounds = new Bounds(1, 1, 1, 1);
        var place = party.announced(rank(NORMAL));
        assertThat(party.turnedAway(rank(NORMAL), LONG)).isPresent();

        place.end();
        place.end();

        party.announced(rank(NORMAL)).end();
        assertThat(party.turnedAway(rank(NORMAL), LONG)).isEmpty();
    }

    @Test
    void whoOnlyAsksIsToldTheSameAndKeepsNoPlace() {
        party.limit = 0;
        party.bounds = new Bounds(1, 1, 1, 1);
        assertThat(party.gate.against(rank(NORMAL), LONG)).isEmpty();
        assertThat(party.gate.against(rank(NORMAL), LONG)).isEmpty();
        var place = party.announced(rank(NORMAL));

        var asked = party.gate.against(rank(NORMAL), LONG);

        assertThat(asked).isEqualTo(party.turnedAway(rank(NORMAL), LONG)).isPresent();
        place.end();
    }

    @Test
    void theEndOfARequestThatArrivedFreesNothingASecondTime() {
        party.limit = 0;
        party.bounds = new Bounds(1, 1, 1, 1);
        var place = party.announced(rank(NORMAL));
        party.arrives(place, LONG);

        place.end();

        assertThat(reason(rank(NORMAL), LONG)).isEqualTo(Reason.TENANT_FULL);
    }

    @Test
    void aTenantFillsItsPartOfTheQueueAndNoMore() {
        party.limit = 0;
        party.bounds = new Bounds(5, 5, 5, 3);
        for (var each = 0; each < 3; each++) {
            party.arrives(party.announced(rank(NORMAL, "noisy", 1)), LONG);
        }

        assertThat(reason(rank(NORMAL, "noisy", 1), LONG)).isEqualTo(Reason.TENANT_FULL);
        assertThat(party.turnedAway(rank(NORMAL, "quiet", 1), LONG)).isEmpty();
        assertThat(party.turnedAway(rank(CRITICAL, "noisy", 1), LONG)).isEmpty();
    }

    @Test
    void aTenantWithLittleThatOthersKeepOutIsAVictim() {
        party.limit = 0;
        party.bounds = new Bounds(5, 5, 5, 5);
        for (var each = 0; each < 5; each++) {
            party.arrives(party.announced(rank(NORMAL, "noisy", 1)), LONG);
        }

        assertThat(party.turnedAway(rank(NORMAL, "noisy", 1), LONG))
                .hasValueSatisfying(refusal -> assertThat(refusal.victim()).isFalse());
        assertThat(party.turnedAway(rank(NORMAL, "quiet", 1), LONG))
                .hasValueSatisfying(refusal -> assertThat(refusal.victim()).isTrue());
    }

    @Test
    void whoseTurnComesTooLateIsTurnedAwayAtTheDoor() {
        party.limit = 1;
        occupyWithAMeanOf(SERVICE);
        for (var each = 0; each < 10; each++) {
            party.arrives(party.announced(rank(NORMAL)), LONG);
        }

        assertThat(reason(rank(NORMAL), SERVICE.multipliedBy(9))).isEqualTo(Reason.TOO_LONG);
        assertThat(party.turnedAway(rank(NORMAL), SERVICE.multipliedBy(11))).isEmpty();
        assertThat(party.turnedAway(rank(NORMAL, "another", 1), SERVICE)).isEmpty();
    }

    @Test
    void whoeverComesTooLateIsRefusedOnTheWayIn() {
        var late = party.comes(rank(NORMAL), Duration.ZERO);

        assertThat(late.refusal.reason()).isEqualTo(Reason.TOO_LATE);
        assertThat(party.gate.inUse()).isZero();
    }

    @Test
    void whoseTimeEndsInTheQueueIsRefusedOnTheWayOutAndTakesNoPermit() {
        party.limit = 1;
        party.comes(rank(NORMAL));
        var impatient = party.comes(rank(NORMAL), SERVICE);
        var patient = party.comes(rank(NORMAL));

        party.oneGoes(SERVICE.multipliedBy(2));

        assertThat(impatient.refusal.reason()).isEqualTo(Reason.EXPIRED);
        assertThat(patient.isIn()).isTrue();
        assertThat(patient.waited).isEqualTo(SERVICE.multipliedBy(2));
        assertThat(party.gate.inUse()).isEqualTo(1);
    }

    @Test
    void whoseTimeEndsIsToldOnceWhoeverNoticesIt() {
        party.limit = 1;
        party.comes(rank(NORMAL));
        var impatient = party.comes(rank(NORMAL), SERVICE);

        impatient.waiting.expire();
        impatient.waiting.expire();
        party.oneGoes(SERVICE.multipliedBy(2));

        assertThat(impatient.times).isEqualTo(1);
        assertThat(impatient.refusal.reason()).isEqualTo(Reason.EXPIRED);
    }

    @Test
    void whoeverLeavesIsOutOfTheQueueAtOnce() {
        party.limit = 0;
        var visitors = new ArrayList<Party.Visitor>();
        for (var each = 0; each < 100; each++) {
            visitors.add(party.comes(rank(NORMAL, "t" + each % 7, 1)));
        }

        visitors.forEach(visitor -> assertThat(visitor.waiting.leave()).isTrue());

        assertThat(party.gate.depth(NORMAL)).isZero();
        assertThat(visitors).allMatch(visitor -> visitor.times == 0);
        assertThat(visitors.get(0).waiting.leave()).isFalse();
        party.limit = 10;
        party.gate.letInWhoeverMay();
        assertThat(party.in).isEmpty();
    }

    @Test
    void aPermitIsTakenAgainWhetherThereIsOneOrNot() {
        for (var each = 0; each < 10; each++) {
            party.comes(rank(NORMAL));
        }

        party.gate.takeAgain();
        var next = party.comes(rank(NORMAL));
        party.gate.giveBack(SERVICE);

        assertThat(next.isIn()).isFalse();
        party.gate.giveBack(SERVICE);
        assertThat(next.isIn()).isTrue();
        assertThat(party.gate.inUse()).isEqualTo(10);
    }

    @Test
    void aHigherLimitLetsInWhoeverWaits() {
        party.limit = 1;
        party.comes(rank(NORMAL));
        var next = party.comes(rank(NORMAL));

        party.limit = 2;
        party.gate.letInWhoeverMay();

        assertThat(next.isIn()).isTrue();
    }

    @Test
    void aLowerLimitTakesNothingAway() {
        for (var each = 0; each < 10; each++) {
            party.comes(rank(NORMAL));
        }

        party.limit = 2;
        for (var each = 0; each < 8; each++) {
            party.gate.giveBack(SERVICE);
        }
        var next = party.comes(rank(NORMAL));

        assertThat(next.isIn()).isFalse();
        party.gate.giveBack(SERVICE);
        assertThat(next.isIn()).isTrue();
    }

    @Test
    void nothingRaisesAClass() {
        var place = party.announced(rank(NORMAL));

        place.lower(CRITICAL);
        assertThat(place.serviceClass()).isEqualTo(NORMAL);

        place.lower(LOW);
        assertThat(place.serviceClass()).isEqualTo(LOW);
        place.lower(NORMAL);
        assertThat(place.serviceClass()).isEqualTo(LOW);
    }

    @Test
    void whoeverIsLoweredTakesItsPlaceAlong() {
        party.limit = 0;
        party.bounds = new Bounds(1, 1, 1, 1);
        var place = party.announced(rank(NORMAL));

        place.lower(LOW);

        assertThat(party.turnedAway(rank(NORMAL), LONG)).isEmpty();
        assertThat(reason(rank(LOW), LONG)).isEqualTo(Reason.TENANT_FULL);
    }

    /** Whatever happens in whatever order: in the end everybody was told once, and everything is free. */
    @Test
    void nothingIsLostAndNothingIsToldTwice() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        party.bounds = new Bounds(20, 10, 5, 8);
        var visitors = new ArrayList<Party.Visitor>();
        var left = new HashSet<Party.Visitor>();

        for (var step = 0; step < 20_000; step++) {
            party.pass(Duration.ofMillis(1));
            happens(random, visitors, left);
            assertThat(party.gate.depth(CRITICAL)).as("seed %d", seed).isLessThanOrEqualTo(20);
            assertThat(party.gate.depth(LOW)).as("seed %d", seed).isLessThanOrEqualTo(5);
        }
        while (party.gate.inUse() > 0) {
            party.gate.giveBack(Duration.ofMillis(5));
        }

        assertThat(Arrays.stream(ServiceClass.values())
                        .mapToInt(party.gate::depth)
                        .sum())
                .as("seed %d", seed)
                .isZero();
        assertThat(visitors).as("seed %d", seed).allMatch(visitor -> visitor.times == (left.contains(visitor) ? 0 : 1));
    }

    private void happens(Random random, List<Party.Visitor> visitors, Set<Party.Visitor> left) {
        switch (random.nextInt(5)) {
            case 0, 1 -> {
                var rank = rank(any(random), "t" + random.nextInt(4), 1 + random.nextInt(4));
                var place = random.nextBoolean() ? party.gate.withoutRoom(rank) : placeOrNot(rank);
                if (random.nextInt(10) == 0) {
                    place.end();
                } else {
                    visitors.add(party.arrives(place, Duration.ofMillis(random.nextInt(50))));
                }
            }
            case 2 -> {
                if (!visitors.isEmpty()) {
                    var visitor = visitors.get(random.nextInt(visitors.size()));
                    if (visitor.waiting.leave()) {
                        left.add(visitor);
                    }
                }
            }
            case 3 -> party.limit = 1 + random.nextInt(20);
            default -> {
                if (party.gate.inUse() > 0) {
                    party.gate.giveBack(Duration.ofMillis(5));
                }
            }
        }
    }

    private Place placeOrNot(Rank rank) {
        return party.gate.announce(rank, LONG).match(place -> place, refusal -> party.gate.withoutRoom(rank));
    }

    private static ServiceClass any(Random random) {
        return List.of(CRITICAL, NORMAL, LOW).get(random.nextInt(3));
    }

    private void occupyWithAMeanOf(Duration held) {
        party.comes(rank(NORMAL));
        party.oneGoes(held);
        party.comes(rank(NORMAL));
    }

    private Reason reason(Rank rank, Duration left) {
        return party.turnedAway(rank, left).orElseThrow().reason();
    }
}
