package io.oncegate.ratelimit.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.Store;
import io.oncegate.ratelimit.store.Charge;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseTest {
    private static final Duration MOST = Duration.ofMinutes(1);

    private final HandDrivenClock clock = new HandDrivenClock();
    private final InMemoryBuckets store = new InMemoryBuckets(clock);
    private final TestLimiter instance = new TestLimiter(store, clock, 2);
    private final LevelCharges global = LevelCharges.of("global", 80, "100/s").in(Store.LEASED);

    @ParameterizedTest
    @CsvSource({"20000, 10000/s, 1, 1000", "20000, 10000/s, 20, 250", "80, 100/s, 2, 10", "4, 1/s, 3, 1"})
    void isAQuarterOfAShareAndATenthOfASecond(long capacity, String refill, int instances, long ahead) {
        var limit = new Limit(Algorithm.TOKEN_BUCKET, capacity, Rate.parse(refill));

        assertThat(LeasedPolicies.ahead(limit, instances)).isEqualTo(ahead);
    }

    @Test
    void asksTheStoreOnceForAsManyRequestsAsItHolds() {
        assertThat(admitted(instance, 40)).isEqualTo(40);

        assertThat(store.calls()).isEqualTo(4);
    }

    @Test
    void allThatFindItEmptyShareOneRefill() {
        // Given
        store.fallSilent();
        var waiting = IntStream.range(0, 5).mapToObj(request -> take(instance)).toList();
        assertThat(waiting).noneMatch(CompletableFuture::isDone);

        // When
        store.answerAll();

        // Then
        assertThat(waiting).allMatch(one -> one.join().allows());
        assertThat(store.calls()).isEqualTo(1);
    }

    @Test
    void refusesOnlyAfterTheStoreAnsweredThatNothingIsLeft() {
        // Given
        assertThat(admitted(instance, 80)).isEqualTo(80);

        // When
        var refused = take(instance).join();

        // Then
        assertThat(refused.decision().denials()).extracting(Verdict::source).containsExactly(Source.LEASE);
        clock.pass(Duration.ofMillis(10));
        assertThat(take(instance).join().allows()).isTrue();
    }

    @Test
    void aRefillThatFailsIsAFailureOfTheStoreAndNotARefusal() {
        store.goAway();

        assertThat(take(instance).join().decision().verdicts())
                .extracting(Verdict::source, Verdict::denies)
                .containsExactly(tuple(Source.LOCAL, false));
    }

    @Test
    void severalInstancesTogetherAdmitTheCapacityAndWhatTheyHold() {
        // Given
        var other = new TestLimiter(store, clock, 2);

        // When
        long atOnce = admitted(instance, 100) + admitted(other, 100);
        clock.pass(Duration.ofSeconds(10));
        long later = admitted(instance, 2000) + admitted(other, 2000);

        // Then
        assertThat(atOnce).isEqualTo(80);
        assertThat(later).isLessThanOrEqualTo(80 + 2 * 10);
    }

    @Test
    void handsBackWhatIsNotSpentForASecond() {
        // Given
        take(instance).join();
        instance.leased().handBackIdle();
        assertThat(store.returned()).isEmpty();

        // When
        clock.pass(Duration.ofSeconds(1));
        instance.leased().handBackIdle();

        // Then
        assertThat(store.returned()).extracting(Charge::cost).containsExactly(9L);
        instance.leased().handBackAll();
        assertThat(store.returned()).hasSize(1);
    }

    @Test
    void aLoweredLimitClampsWhatIsHeld() {
        // Given
        var before = LevelCharges.of("global", 4000, "5000/s").in(Store.LEASED);
        var after = LevelCharges.of("global", 80, "100/s").in(Store.LEASED);
        assertThat(instance.limiter()
                        .take(List.of(before.one()), MOST)
                        .subscribeAsCompletionStage()
                        .join()
                        .allows())
                .isTrue();

        // When
        long admitted = IntStream.range(0, 1000)
                .filter(request -> instance.limiter()
                        .take(List.of(after.one()), MOST)
                        .subscribeAsCompletionStage()
                        .join()
                        .allows())
                .count();

        // Then
        assertThat(admitted).isEqualTo(10 + 80);
    }

    private long admitted(TestLimiter by, int requests) {
        return IntStream.range(0, requests)
                .filter(request -> take(by).join().allows())
                .count();
    }

    private CompletableFuture<Ruling> take(TestLimiter by) {
        return by.limiter().take(List.of(global.one()), MOST).subscribeAsCompletionStage();
    }
}
