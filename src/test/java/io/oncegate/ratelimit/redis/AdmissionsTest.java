package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.house.Readme;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.store.ExactBuckets.Ask;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RedisProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each algorithm admits of 20 at 10/s, measured on the script: the figures that the first page prints. */
class AdmissionsTest {
    private static final int CAPACITY = 20;
    private static final Rate REFILL = new Rate(10, 1);

    /** Capacity / refill. */
    private static final int WINDOW_MS = 2000;

    private static final long START_MS = 1_700_000_000_000L;
    private static final int AHEAD_OF_REPLIES = 500;

    private static final Map<Algorithm, Figures> EXPECTED = Map.of(
            Algorithm.TOKEN_BUCKET, new Figures(20, 119, 39, 39, 39, 1),
            Algorithm.FIXED_WINDOW, new Figures(20, 100, 20, 39, 39, 1),
            Algorithm.SLIDING_WINDOW, new Figures(20, 96, 20, 28, 37, 1),
            Algorithm.LEAKY_BUCKET, new Figures(1, 100, 20, 20, 20, 100));

    private RedisProcess server;
    private RawRedis redis;
    private ScriptOnRedis script;
    private int buckets;

    /** One request each millisecond, but for {@code atOnce}; windows of two seconds. */
    private record Figures(
            int atOnce, int inTenSeconds, int fromTheStart, int afterHalfAWindow, int afterNearlyAWindow, int gapMs) {

        List<String> cells() {
            return IntStream.of(atOnce, inTenSeconds, fromTheStart, afterHalfAWindow, afterNearlyAWindow, gapMs)
                    .mapToObj(String::valueOf)
                    .toList();
        }
    }

    @BeforeEach
    void start() {
        server = RedisProcess.start();
        redis = server.connect();
        script = ScriptOnRedis.atGivenTime(redis);
    }

    @AfterEach
    void end() {
        redis.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void theReadmeSaysWhatEachAlgorithmAdmits(Algorithm algorithm) throws IOException {
        // When
        var measured = measure(algorithm);
        // Then
        assertThat(measured).isEqualTo(EXPECTED.get(algorithm));
        assertThat(Readme.table("### Algorithms"))
                .filteredOn(row -> row.get(0).equals("`" + algorithm.wire() + "`"))
                .singleElement()
                .satisfies(row -> assertThat(row.subList(2, row.size())).isEqualTo(measured.cells()));
    }

    private Figures measure(Algorithm algorithm) {
        var sustained = admitted(algorithm, everyMillisecond(0, 10_000));
        return new Figures(
                admitted(algorithm, LongStream.generate(() -> 0).limit(200)).size(),
                sustained.size(),
                mostInAWindow(sustained),
                mostInAWindow(admitted(algorithm, oneAndThenAllAfter(WINDOW_MS / 2))),
                mostInAWindow(admitted(algorithm, oneAndThenAllAfter(WINDOW_MS - 100))),
                shortestGap(sustained));
    }

    /** The worst start of an algorithm that counts by windows: one that opens its window, and then silence. */
    private static LongStream oneAndThenAllAfter(int silence) {
        return LongStream.concat(LongStream.of(0), everyMillisecond(silence, silence + 3 * WINDOW_MS));
    }

    private static LongStream everyMillisecond(int from, int to) {
        return LongStream.range(from, to);
    }

    /** Of requests at these milliseconds, to a bucket that nobody has used, the admitted ones. */
    private List<Long> admitted(Algorithm algorithm, LongStream requests) {
        var ask = List.of(new Ask("rl:{t}:v1:p:" + buckets++, new Limit(algorithm, CAPACITY, REFILL), 1, 'e'));
        var admitted = new ArrayList<Long>();
        var sent = new ArrayList<Long>();
        requests.forEach(millisecond -> {
            script.send((START_MS + millisecond) * 1000, ask);
            sent.add(millisecond);
            if (sent.size() == AHEAD_OF_REPLIES) {
                admitted.addAll(received(sent));
                sent.clear();
            }
        });
        admitted.addAll(received(sent));
        return admitted;
    }

    private List<Long> received(List<Long> sent) {
        return sent.stream()
                .filter(millisecond -> script.receive().answer().allowed())
                .toList();
    }

    private static int mostInAWindow(List<Long> admitted) {
        return admitted.stream()
                .mapToInt(first -> (int) admitted.stream()
                        .filter(one -> one >= first && one < first + WINDOW_MS)
                        .count())
                .max()
                .orElseThrow();
    }

    private static int shortestGap(List<Long> admitted) {
        return IntStream.range(1, admitted.size())
                .map(i -> (int) (admitted.get(i) - admitted.get(i - 1)))
                .min()
                .orElseThrow();
    }
}
