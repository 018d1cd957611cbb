package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.RedisProcess;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two packaged instances take the tokens of {@code global} ahead of use. */
class LeasedLimitsIT {
    private static final int CAPACITY = 40;
    private static final int EACH_SECOND = 20;

    /** By the formula of the leases: the rate's tenth of a second, since that is less than capacity / (4 * 2). */
    private static final int AHEAD = 2;

    private final RedisProcess redis = RedisProcess.start();
    private final RawRedis probe = redis.connect();
    private Fleet fleet;

    @BeforeEach
    void start() {
        fleet = Fleet.start(
                2,
                launch -> Fleet.limited(Fleet.patient(launch), "global", CAPACITY, EACH_SECOND + "/s")
                        .with("ONCEGATE_INSTANCES", "2")
                        .with("ONCEGATE_REDIS_URL", redis.url()));
    }

    @AfterEach
    void stop() {
        if (fleet != null) {
            fleet.close();
        }
        probe.close();
        redis.close();
    }

    @Test
    void togetherTheyGrantTheLimitAndWhatTheyHoldAheadAtMost() {
        // Given
        var merchant = fleet.newMerchant();
        var begun = System.nanoTime();

        // When
        var answers = new ArrayList<RawResponse>();
        while (answers.stream().filter(answer -> answer.status() == 503).count() < 100) {
            answers.addAll(fleet.atOnce(merchant, 100));
        }

        // Then
        var seconds = (System.nanoTime() - begun) / 1e9;
        var passed = answers.stream().filter(answer -> answer.status() == 200).count();
        assertThat(passed).isBetween((long) CAPACITY, CAPACITY + (long) Math.ceil(EACH_SECOND * seconds) + 2L * AHEAD);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allSatisfy(answer -> assertThatAnswer(answer).isProblem(503, "overloaded"));
    }

    /** One call takes two tokens for a request that needs one, one charges the caller, one brings the other back. */
    @Test
    void whatIsNotSpentIsBroughtBack() {
        var merchant = fleet.newMerchant();
        assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);

        await().atMost(Vitals.LONGEST_NOTICE).until(() -> calls() == 3);

        assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
        await().atMost(Vitals.LONGEST_NOTICE).until(() -> calls() == 6);
    }

    @Test
    void anInstanceThatIsToldToStopBringsBackWhatItHolds() {
        var merchant = fleet.newMerchant();
        assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);

        fleet.first().stop();

        assertThat(calls()).isEqualTo(3);
    }

    /** Of the script, by name or with its text. */
    private long calls() {
        return probe.callsOf("evalsha") + probe.callsOf("eval");
    }
}
