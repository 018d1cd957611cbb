package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.store.ExactBuckets;
import io.oncegate.ratelimit.store.ExactBuckets.Answer;
import io.oncegate.ratelimit.store.ExactBuckets.Ask;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The script against its twin, on the same random histories. */
class ScriptHistoryTest {
    private static final int DECISIONS = 120_000;
    private static final int AHEAD_OF_REPLIES = 500;

    private RedisProcess server;
    private RawRedis redis;

    private record Step(long now, List<Ask> asks, Answer expected) {}

    @BeforeEach
    void start() {
        server = RedisProcess.start();
        redis = server.connect();
    }

    @AfterEach
    void end() {
        redis.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void theScriptAnswersAsItsTwinDoes(Algorithm algorithm) {
        // Given
        var seed = new Random().nextLong();
        var histories = new RandomHistories(new Random(seed), algorithm);
        var twin = new ExactBuckets();
        var script = ScriptOnRedis.atGivenTime(redis);
        // When, Then
        for (var decisions = 0; decisions < DECISIONS; ) {
            var steps = new ArrayList<Step>();
            for (var i = 0; i < AHEAD_OF_REPLIES; i++) {
                var now = histories.nextTime();
                var asks = histories.nextAsks();
                var expected = twin.call(now, asks);
                histories.learn(expected);
                script.send(now, asks);
                steps.add(new Step(now, asks, expected));
                decisions += asks.size();
            }
            for (var step : steps) {
                assertThat(script.receive())
                        .as("seed %d, %s", seed, step)
                        .isEqualTo(new ScriptOnRedis.Reply(step.expected, 0));
            }
        }
        assertThat(histories.sawEverything()).as("seed %d: %s", seed, histories).isTrue();
    }
}
