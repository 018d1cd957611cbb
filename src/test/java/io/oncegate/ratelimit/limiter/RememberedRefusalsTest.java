package io.oncegate.ratelimit.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.policy.Store;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RememberedRefusalsTest {
    private static final Duration MOST = Duration.ofMillis(50);
    private static final int INSTANCES = 3;

    private final HandDrivenClock clock = new HandDrivenClock();
    private final InMemoryBuckets store = new InMemoryBuckets(clock);
    private final TestLimiter instance = new TestLimiter(store, clock, INSTANCES);

    @Test
    void oneSubjectThatHammersCostsOneLookASecond() {
        // Given
        var hammered = LevelCharges.of("hammered", 1, "1/1000s");
        spend(hammered.one());

        // When
        IntStream.range(0, 1000).forEach(request -> {
            clock.pass(Duration.ofMillis(10));
            assertThat(take(hammered.one()).allows()).isFalse();
        });

        // Then
        assertThat(store.calls()).isBetween(2, 12);
    }

    @Test
    void aRememberedRefusalCountsItsWaitDown() {
        // Given
        var limited = LevelCharges.of("limited", 1, "1/10s");
        spend(limited.one());
        var first = take(limited.one()).decision().denials().get(0);

        // When
        clock.pass(Duration.ofMillis(400));
        var later = take(limited.one()).decision().denials().get(0);

        // Then
        assertThat(first.source()).isEqualTo(Source.REDIS);
        assertThat(later.source()).isEqualTo(Source.CACHE);
        assertThat(later.waitMicros()).isEqualTo(first.waitMicros() - 400_000);
    }

    @Test
    void aRefusalOfTheOwnShareIsRememberedToo() {
        // Given
        var limited = LevelCharges.of("limited", INSTANCES, "1/10s");
        store.goAway();
        spend(limited.one());
        var first = take(limited.one()).decision().denials().get(0);
        var calls = store.calls();

        // When
        clock.pass(Duration.ofMillis(400));
        var later = take(limited.one()).decision().denials().get(0);

        // Then
        assertThat(first.source()).isEqualTo(Source.LOCAL);
        assertThat(later.source()).isEqualTo(Source.CACHE);
        assertThat(later.waitMicros()).isEqualTo(first.waitMicros() - 400_000);
        assertThat(store.calls()).isEqualTo(calls);
    }

    /** Its refill is a part of the limit's: what is longer to wait is asked for, and not reckoned. */
    @Test
    void aDearerRequestAsksTheOwnShareAgain() {
        // Given
        var limited = LevelCharges.of("limited", 3 * INSTANCES, "3/s");
        store.goAway();
        spend(limited.cost(3));
        assertThat(take(limited.one()).allows()).isFalse();

        // When
        var dearer = take(limited.cost(3)).decision().denials().get(0);

        // Then
        assertThat(dearer.source()).isEqualTo(Source.LOCAL);
        assertThat(dearer.waitMicros()).isEqualTo(3_000_000);
    }

    @Test
    void aRememberedRefusalTouchesNoOtherBucket() {
        // Given
        var local = LevelCharges.of("local", 9, "1/d").in(Store.LOCAL);
        var leased = LevelCharges.of("leased", 9, "1/d").in(Store.LEASED);
        var shared = LevelCharges.of("shared", 1, "1/d");
        spend(shared.one());
        spend(shared.one());
        var calls = store.calls();

        // When
        var refused = take(local.one(), leased.one(), shared.one());

        // Then
        assertThat(refused.decision().verdicts())
                .extracting(Verdict::policy, Verdict::source)
                .containsExactly(tuple("shared", Source.CACHE));
        assertThat(store.calls()).isEqualTo(calls);
    }

    @Test
    void aRefusalUnderAnotherLimitIsForgotten() {
        // Given
        spend(LevelCharges.of("raised", 1, "1/d").one());
        spend(LevelCharges.of("raised", 1, "1/d").one());

        // When
        clock.pass(Duration.ofMillis(200));

        // Then
        assertThat(take(LevelCharges.of("raised", 10, "10/s").one()).allows()).isTrue();
    }

    @Test
    void aRememberedRefusalOfADearerRequestWaitsLonger() {
        // Given
        var limited = LevelCharges.of("limited", 9, "1/s");
        spend(limited.cost(9));
        spend(limited.cost(3));

        // When
        clock.pass(Duration.ofMillis(500));
        var dearer = take(limited.cost(9)).decision().denials().get(0);

        // Then
        assertThat(dearer.source()).isEqualTo(Source.CACHE);
        assertThat(dearer.waitMicros()).isEqualTo(8_500_000);
    }

    @Test
    void onlyARefusalThatWillStillHoldIsRemembered() {
        // Given
        var window = LevelCharges.of("window", 2, "2/10s").by(Algorithm.SLIDING_WINDOW);
        var bucket = LevelCharges.of("bucket", 2, "1/d");
        spend(window.one());
        spend(window.one());
        spend(bucket.one());
        spend(bucket.cost(2));

        // When
        int before = store.calls();
        spend(window.one());
        spend(window.one());
        var cheaper = take(bucket.one());

        // Then
        assertThat(store.calls() - before).isEqualTo(3);
        assertThat(cheaper.allows()).isTrue();
    }

    private void spend(LevelCharge... charges) {
        assertThat(take(charges)).isNotNull();
    }

    private Ruling take(LevelCharge... charges) {
        Uni<Ruling> ruling = instance.limiter().take(List.of(charges), MOST);
        return ruling.subscribeAsCompletionStage().getNow(null);
    }
}
