package io.oncegate.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.RecordedResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCacheTest {

    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Fingerprint FINGERPRINT = new Fingerprint(1, new byte[32]);

    private final AtomicLong nanos = new AtomicLong();
    private final ReplayCache cache = new ReplayCache(100_000, FIVE_SECONDS, nanos::get);

    @Test
    void remembersAnAnswerWithTheRequestThatItBelongsTo() {
        RecordedResponse response = response(10);
        cache.remember(scope("k"), FINGERPRINT, response, WEEK);

        ReplayCache.Entry found = cache.find(scope("k")).orElseThrow();

        assertThat(found.response()).isSameAs(response);
        assertThat(found.fingerprint()).isEqualTo(FINGERPRINT);
    }

    @Test
    void knowsOneKeyOfOnePrincipalOfOneTenantOnOneRoute() {
        cache.remember(new KeyScope("t", "p", "POST", "/v1/orders", "k"), FINGERPRINT, response(1), WEEK);

        assertThat(cache.find(new KeyScope("t2", "p", "POST", "/v1/orders", "k")))
                .isEmpty();
        assertThat(cache.find(new KeyScope("t", "p2", "POST", "/v1/orders", "k")))
                .isEmpty();
        assertThat(cache.find(new KeyScope("t", "p", "PUT", "/v1/orders", "k"))).isEmpty();
        assertThat(cache.find(new KeyScope("t", "p", "POST", "/v1/messages", "k")))
                .isEmpty();
        assertThat(cache.find(new KeyScope("t", "p", "POST", "/v1/orders", "K")))
                .isEmpty();
        assertThat(cache.find(new KeyScope("t", "p", "POST", "/v1/orders", "k")))
                .isPresent();
    }

    @Test
    void forgetsAfterFiveSecondsHoweverOftenItIsAsked() {
        cache.remember(scope("k"), FINGERPRINT, response(1), WEEK);

        pass(Duration.ofMillis(4999));
        assertThat(cache.find(scope("k"))).isPresent();
        pass(Duration.ofMillis(1));
        assertThat(cache.find(scope("k"))).isEmpty();
    }

    @Test
    void forgetsWhenTheKeysLifeIsOverIfThatIsSooner() {
        cache.remember(scope("k"), FINGERPRINT, response(1), Duration.ofMillis(300));

        pass(Duration.ofMillis(299));
        assertThat(cache.find(scope("k"))).isPresent();
        pass(Duration.ofMillis(1));
        assertThat(cache.find(scope("k"))).isEmpty();
    }

    @Test
    void countsTheLifeOfAnAnswerThatIsRememberedAnewFromThen() {
        cache.remember(scope("k"), FINGERPRINT, response(1), WEEK);
        pass(Duration.ofSeconds(4));
        cache.remember(scope("k"), FINGERPRINT, response(2), Duration.ofSeconds(2));

        pass(Duration.ofMillis(1999));
        assertThat(cache.find(scope("k")).orElseThrow().response()).isEqualTo(response(2));
        pass(Duration.ofMillis(1));
        assertThat(cache.find(scope("k"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -86_400_000})
    void doesNotRememberTheAnswerOfAKeyThatIsOver(long lifeMillis) {
        cache.remember(scope("k"), FINGERPRINT, response(1), Duration.ofMillis(lifeMillis));

        assertThat(cache.find(scope("k"))).isEmpty();
    }

    @Test
    void holdsNoMoreBytesThanItMay() {
        IntStream.range(0, 1000).forEach(i -> cache.remember(scope("k" + i), FINGERPRINT, response(5000), WEEK));

        long held = IntStream.range(0, 1000)
                .filter(i -> cache.find(scope("k" + i)).isPresent())
                .count();

        assertThat(held * 5000).isPositive().isLessThanOrEqualTo(100_000);
    }

    @Test
    void doesNotLetSmallAnswersPassForNothing() {
        IntStream.range(0, 1000).forEach(i -> cache.remember(scope("k" + i), FINGERPRINT, response(0), WEEK));

        long held = IntStream.range(0, 1000)
                .filter(i -> cache.find(scope("k" + i)).isPresent())
                .count();

        assertThat(held).isPositive().isLessThan(100_000 / 320);
    }

    @Test
    void holdsNothingThatIsLargerThanAllOfIt() {
        cache.remember(scope("k"), FINGERPRINT, response(100_001), WEEK);

        assertThat(cache.find(scope("k"))).isEmpty();
    }

    @Test
    void holdsNothingWhenItMayHoldNothing() {
        ReplayCache none = new ReplayCache(0, FIVE_SECONDS, nanos::get);

        none.remember(scope("k"), FINGERPRINT, response(1), WEEK);

        assertThat(none.find(scope("k"))).isEmpty();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static KeyScope scope(String key) {
        return new KeyScope("tenant", "default", "POST", "/v1/orders", key);
    }

    private static RecordedResponse response(int bytes) {
        return new RecordedResponse(201, "application/json", "/v1/orders/1", new byte[bytes]);
    }
}
