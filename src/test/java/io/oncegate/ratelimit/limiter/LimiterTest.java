package io.oncegate.ratelimit.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.ratelimit.policy.Store;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimiterTest {
    private static final Duration MOST = Duration.ofMillis(50);
    private static final int INSTANCES = 3;

    private final HandDrivenClock clock = new HandDrivenClock();
    private final InMemoryBuckets store = new InMemoryBuckets(clock);
    private final TestLimiter instance = new TestLimiter(store, clock, INSTANCES);

    @Test
    void aRefusalGivesBackWhatWasTakenFromEveryOtherStore() {
        // Given
        var local = LevelCharges.of("local", 5, "1/d").in(Store.LOCAL);
        var leased = LevelCharges.of("leased", 5, "1/d").in(Store.LEASED);
        var shared = LevelCharges.of("shared", 1, "1/d");
        assertThat(take(local.one(), leased.one(), shared.one()).allows()).isTrue();

        // When
        var refused = take(local.one(), leased.one(), shared.one());

        // Then
        assertThat(refused.allows()).isFalse();
        assertThat(refused.takings()).isEmpty();
        assertThat(admitted(10, local.one())).isEqualTo(4);
        assertThat(admitted(10, leased.one())).isEqualTo(4);
    }

    @Test
    void whatIsRefusedInProcessCostsNoRoundTrip() {
        // Given
        var local = LevelCharges.of("local", 1, "1/d").in(Store.LOCAL);
        var shared = LevelCharges.of("shared", 100, "1/d");
        spend(local.one(), shared.one());

        // When
        var refused = take(local.one(), shared.one());

        // Then
        assertThat(refused.decision().denials()).extracting(Verdict::policy).containsExactly("local");
        assertThat(store.calls()).isEqualTo(1);
    }

    @Test
    void whatIsHopelessIsKnownBeforeAnyBucketIsAsked() {
        var shared = LevelCharges.of("shared", 1, "1/d");
        assertThat(instance.limiter().hopeless(List.of(shared.one()))).isEmpty();
        spend(shared.one());
        assertThat(take(shared.one()).allows()).isFalse();
        var calls = store.calls();

        var hopeless = instance.limiter().hopeless(List.of(shared.one())).orElseThrow();

        assertThat(hopeless).isEqualTo(take(shared.one()).decision());
        assertThat(store.calls()).isEqualTo(calls);
    }

    @Test
    void allSharedPoliciesAreOneCall() {
        spend(
                LevelCharges.of("a", 9, "1/d").one(),
                LevelCharges.of("b", 9, "1/d").one(),
                LevelCharges.of("c", 9, "1/d").one());

        assertThat(store.calls()).isEqualTo(1);
    }

    @Test
    void aCostAboveTheCapacityIsNeverGrantedAndChargesNothing() {
        // Given
        var small = LevelCharges.of("small", 3, "1/s");
        var large = LevelCharges.of("large", 100, "1/d");

        // When
        var ruling = take(small.cost(4), large.cost(4));

        // Then
        assertThat(ruling.decision().denials()).extracting(Verdict::answer).containsExactly(Answer.NEVER);
        assertThat(store.calls()).isZero();
    }

    @Test
    void whatWasPaidBeforeCountsForWhatNeverFits() {
        var bucket = LevelCharges.of("client", 5, "1/d");

        var ruling = take(bucket.furtherCost(5, 1));

        assertThat(ruling.decision().denials())
                .extracting(Verdict::answer, Verdict::cost)
                .containsExactly(tuple(Answer.NEVER, 6L));
        assertThat(store.calls()).isZero();
        assertThat(take(bucket.furtherCost(4, 1)).allows()).isTrue();
    }

    @Test
    void aShadowPolicyRefusesNobody() {
        var shadow = LevelCharges.of("shadow", 1, "1/d").inMode(Mode.SHADOW);

        assertThat(admitted(5, shadow.one())).isEqualTo(5);
        assertThat(take(shadow.one()).decision().verdicts())
                .extracting(Verdict::answer, Verdict::denies)
                .containsExactly(tuple(Answer.REFUSED, false));
    }

    @Test
    void whatWasChargedTwiceIsGivenBackTwice() {
        // Given
        var limited = LevelCharges.of("limited", 3, "1/d");
        var takings = new ArrayList<>(take(limited.one()).takings());
        takings.addAll(take(limited.cost(2)).takings());

        // When
        instance.limiter().giveBack(takings);

        // Then
        assertThat(take(limited.cost(3)).allows()).isTrue();
    }

    @Test
    void aLeasedPolicyInShadowOwesLikeASharedOne() {
        // Given
        var shadow = LevelCharges.of("shadow", 2, "1/d").in(Store.LEASED).inMode(Mode.SHADOW);
        assertThat(admitted(5, shadow.one())).isEqualTo(5);

        // When
        var verdict = take(shadow.one()).decision().verdicts().get(0);

        // Then
        assertThat(verdict.remaining()).isEqualTo(-4);
    }

    @Test
    void eachPolicySaysForItselfWhatHappensWhileTheStoreIsAway() {
        // Given
        var open = LevelCharges.of("open", 1, "1/d").onFailure(OnStoreFailure.OPEN);
        var local = LevelCharges.of("local", 6, "1/d").onFailure(OnStoreFailure.LOCAL);
        var closed = LevelCharges.of("closed", 6, "1/d").onFailure(OnStoreFailure.CLOSED);

        // When
        store.goAway();

        // Then
        assertThat(admitted(10, open.one())).isEqualTo(10);
        assertThat(admitted(10, local.one())).isEqualTo(6 / INSTANCES);
        assertThat(take(closed.one()).decision().denials())
                .extracting(Verdict::answer, Verdict::source)
                .containsExactly(tuple(Answer.UNAVAILABLE, Source.CLOSED));
    }

    @Test
    void nothingIsChargedLocallyWhereAnotherPolicyIsClosed() {
        // Given
        var local = LevelCharges.of("local", 3, "1/d");
        var closed = LevelCharges.of("closed", 6, "1/d").onFailure(OnStoreFailure.CLOSED);
        store.goAway();

        // When
        spend(local.one(), closed.one());

        // Then
        assertThat(admitted(5, local.one())).isEqualTo(1);
    }

    @Test
    void theSwitchGrantsNoBurst() {
        // Given
        var limited = LevelCharges.of("limited", 30, "1/d");
        assertThat(admitted(10, limited.one())).isEqualTo(10);

        // When
        store.goAway();

        // Then
        assertThat(admitted(30, limited.one())).isZero();
    }

    @Test
    void theWayBackGrantsNoBurst() {
        // Given
        var limited = LevelCharges.of("limited", 30, "1/s");
        store.goAway();
        assertThat(admitted(30, limited.one())).isEqualTo(10);

        // When
        store.comeBack();

        // Then
        assertThat(admitted(30, limited.one())).isZero();
        clock.pass(Duration.ofSeconds(6));
        assertThat(admitted(30, limited.one())).isEqualTo(2);
        clock.pass(Duration.ofSeconds(25));
        assertThat(admitted(40, limited.one())).isGreaterThan(10);
    }

    @Test
    void threeInstancesCutOffAdmitTheCapacityTogether() {
        // Given
        var limited = LevelCharges.of("limited", 20, "10/s");
        var instances = IntStream.range(0, INSTANCES)
                .mapToObj(number -> new TestLimiter(store, clock, INSTANCES))
                .toList();

        // When
        store.goAway();
        long atOnce = instances.stream()
                .mapToLong(one -> admitted(one, 50, limited.one()))
                .sum();
        clock.pass(Duration.ofSeconds(4));
        long later = instances.stream()
                .mapToLong(one -> admitted(one, 50, limited.one()))
                .sum();

        // Then
        assertThat(atOnce).isBetween(20L, 23L);
        assertThat(atOnce + later).isLessThanOrEqualTo(20 + 3 + 40);
    }

    @Test
    void aReplyThatIsLostChargesTheOwnShareOnce() {
        // Given
        var limited = LevelCharges.of("limited", 6, "1/d");
        store.goAway();
        store.comeBack();
        store.goAway();

        // When
        spend(limited.one());

        // Then
        assertThat(admitted(5, limited.one())).isEqualTo(1);
    }

    @Test
    void whatIsGivenBackIsThereAgain() {
        // Given
        var local = LevelCharges.of("local", 1, "1/d").in(Store.LOCAL);
        var leased = LevelCharges.of("leased", 1, "1/d").in(Store.LEASED);
        var shared = LevelCharges.of("shared", 1, "1/d");
        var ruling = take(local.one(), leased.one(), shared.one());

        // When
        instance.limiter().giveBack(ruling.takings());

        // Then
        assertThat(take(local.one(), leased.one(), shared.one()).allows()).isTrue();
    }

    private void spend(LevelCharge... charges) {
        assertThat(take(charges)).isNotNull();
    }

    private Ruling take(LevelCharge... charges) {
        return take(instance, charges);
    }

    private static Ruling take(TestLimiter by, LevelCharge... charges) {
        Uni<Ruling> ruling = by.limiter().take(List.of(charges), MOST);
        return ruling.subscribeAsCompletionStage().getNow(null);
    }

    private long admitted(int requests, LevelCharge charge) {
        return admitted(instance, requests, charge);
    }

    private static long admitted(TestLimiter by, int requests, LevelCharge charge) {
        return IntStream.range(0, requests)
                .filter(request -> take(by, charge).allows())
                .count();
    }
}
