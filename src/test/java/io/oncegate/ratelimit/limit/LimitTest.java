package io.oncegate.ratelimit.limit;

import static io.oncegate.ratelimit.limit.Algorithm.FIXED_WINDOW;
import static io.oncegate.ratelimit.limit.Algorithm.LEAKY_BUCKET;
import static io.oncegate.ratelimit.limit.Algorithm.SLIDING_WINDOW;
import static io.oncegate.ratelimit.limit.Algorithm.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

    @ParameterizedTest
    @CsvSource({
        "token-bucket, 1, 1/d",
        "token-bucket, 20000, 10000/s",
        "token-bucket, 9000000000, 1/s",
        "token-bucket, 9000000000, 9000000000/s",
        "leaky-bucket, 2, 1/10s",
        "fixed-window, 5, 5/10m",
        "fixed-window, 1000, 1000/d",
        "sliding-window, 5, 5/10m",
    })
    void whatCanBeCountedExactlyHasNoFlaw(String algorithm, long capacity, String refill) {
        assertThat(limit(algorithm, capacity, refill).flaw()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "token-bucket, 0, 1/s, must be at least 1",
        "token-bucket, -5, 1/s, must be at least 1",
        "token-bucket, 9000000000, 1/2s, must be lower: 9000000000 at 1/2s cannot be counted exactly",
        "token-bucket, 9223372036854775807, 1/s, must be lower: 9223372036854775807 at 1/s cannot be counted exactly",
        "token-bucket, 9007199255, 1/s, must be lower: 9007199255 at 1/s cannot be counted exactly",
        "leaky-bucket, 200000, 1/d, must be lower: 200000 at 1/d cannot be counted exactly",
        "fixed-window, 10, 3/s, 'must be such that the window of a fixed-window, capacity / refill, is a whole number'",
        "sliding-window, 1000000000, 1000000/d, must be lower: 1000000000 at",
        "sliding-window, 1000000, 1000000/d, must be lower: a sliding-window of 1000000 at",
    })
    void whatCannotIsNamedAsWhatTheCapacityMustBe(String algorithm, long capacity, String refill, String beginning) {
        assertThat(limit(algorithm, capacity, refill).flaw())
                .hasValueSatisfying(
                        flaw -> assertThat(flaw).startsWith(beginning).doesNotEndWith("."));
    }

    @Test
    void timesAreRoundedUpAndNeverOverflow() {
        assertThat(limit("token-bucket", 20, "10/s").timeToFullMicros()).isEqualTo(2_000_000);
        assertThat(limit("token-bucket", 1, "3/s").timeToFullMicros()).isEqualTo(333_334);
        assertThat(limit("token-bucket", 1, "3/s").windowSeconds()).isEqualTo(1);
        assertThat(limit("token-bucket", 20, "10/s").windowSeconds()).isEqualTo(2);
        assertThat(limit("token-bucket", 21, "10/s").windowSeconds()).isEqualTo(3);
        assertThat(limit("token-bucket", 9_000_000_000L, "1/s").windowSeconds()).isEqualTo(9_000_000_000L);
        assertThat(limit("token-bucket", 1, "999999999999999/s").windowSeconds())
                .isEqualTo(1);
    }

    @Test
    void aProfileScalesCapacityAndRate() {
        assertThat(limit("token-bucket", 20, "10/s").scaled(50)).isEqualTo(limit("token-bucket", 10, "5/s"));
        assertThat(limit("token-bucket", 5, "1/10s").scaled(10)).isEqualTo(limit("token-bucket", 1, "1/100s"));
        assertThat(limit("sliding-window", 5, "5/10m").scaled(50)).isEqualTo(limit("sliding-window", 2, "2/10m"));
        assertThat(limit("fixed-window", 5, "5/10m").scaled(100)).isEqualTo(limit("fixed-window", 5, "5/10m"));
    }

    @Test
    void aScaledLimitStaysCountable() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        for (var i = 0; i < 20_000; i++) {
            var limit = new Limit(
                    List.of(Algorithm.values()).get(random.nextInt(4)),
                    1 + (long) Math.pow(10, random.nextDouble() * 9.9),
                    new Rate(1 + random.nextInt(1_000_000), 1 + random.nextInt(1000)));
            if (limit.flaw().isEmpty()) {
                var percent = 1 + random.nextInt(200);
                assertThat(limit.scaled(percent).flaw())
                        .as("seed %d, %s at %d%%", seed, limit, percent)
                        .isEmpty();
            }
        }
        assertThat(limit("token-bucket", 9_000_000_000L, "1/s")
                        .scaled(33)
                        .refill()
                        .tokens())
                .isPositive();
    }

    @Test
    void instancesShareTheRateExactlyAndTheCapacityGenerously() {
        assertThat(limit("token-bucket", 20, "10/s").shareOf(3)).isEqualTo(new Limit(TOKEN_BUCKET, 7, new Rate(10, 3)));
        assertThat(limit("leaky-bucket", 1, "1/s").shareOf(3)).isEqualTo(new Limit(LEAKY_BUCKET, 1, new Rate(1, 3)));
        assertThat(new Limit(TOKEN_BUCKET, 1, new Rate(1, 9_000_000_000L))
                        .shareOf(1_000_000)
                        .capacity())
                .isEqualTo(1);
        assertThat(new Limit(FIXED_WINDOW, 5, new Rate(5, 600)).shareOf(2).capacity())
                .isEqualTo(3);
        assertThat(new Limit(SLIDING_WINDOW, 4, new Rate(5, 600)).shareOf(2).capacity())
                .isEqualTo(2);
    }

    private static Limit limit(String algorithm, long capacity, String refill) {
        return new Limit(Algorithm.of(algorithm).orElseThrow(), capacity, Rate.parse(refill));
    }
}
