package io.oncegate.ratelimit.headers;

import static io.oncegate.ratelimit.decision.Verdicts.decision;
import static io.oncegate.ratelimit.decision.Verdicts.granted;
import static io.oncegate.ratelimit.decision.Verdicts.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.problem.RetryAfter;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdicts;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalsTest {

    private static final long SEED = 20_260_803;

    private final Refusals calm = new Refusals(most -> 0);
    private final Refusals jittery = new Refusals(most -> most - 1);

    @Test
    void tellACallerOfItsOwnLimits() {
        Problem problem = calm.problem(decision(
                refused("client", 20, 2, 100_000), granted("tenant", 100, 2, 50), refused("export", 2, 20, 7_500_001)));

        assertThat(problem.type()).isEqualTo(ProblemType.RATE_LIMITED);
        assertThat(problem.status()).isEqualTo(429);
        assertThat(problem.lists()).containsOnlyKeys("violated-policies");
        assertThat(problem.lists().get("violated-policies")).containsExactly("client", "export");
        assertThat(problem.retryAfter()).contains(new RetryAfter(Duration.of(7_500_001, ChronoUnit.MICROS), 8));
        assertThat(problem.detail())
                .isEqualTo("Policy client allows 20 at once and 10 per second; nothing was done, repeat the request"
                        + " after the wait.");
    }

    @Test
    void sayHowSlowPoliciesRefill() {
        assertThat(calm.problem(decision(refused("export", 2, 20, 1))).detail())
                .startsWith("Policy export allows 2 at once and 1 per 10 seconds;");
    }

    @ParameterizedTest
    @CsvSource({"GLOBAL", "ROUTE"})
    void blameNoCallerForWhatAllOfThemDo(Level level) {
        Problem problem = calm.problem(decision(
                granted("client", 20, 2, 9),
                refused("everybody", 20000, 2, 300_000).at(level)));

        assertThat(problem.type()).isEqualTo(ProblemType.OVERLOADED);
        assertThat(problem.lists().get("violated-policies")).containsExactly("everybody");
        assertThat(problem.retryAfter()).contains(new RetryAfter(Duration.ofMillis(300), 1));
    }

    @Test
    void tellACallerOfItsOwnLimitsWhateverElseDenies() {
        Problem problem = calm.problem(decision(
                refused("client", 20, 2, 100_000),
                refused("global", 20000, 2, 2_300_000).at(Level.GLOBAL)));

        assertThat(problem.type()).isEqualTo(ProblemType.RATE_LIMITED);
        assertThat(problem.lists().get("violated-policies")).containsExactly("client", "global");
        assertThat(problem.retryAfter()).contains(new RetryAfter(Duration.ofMillis(2300), 3));
    }

    @Test
    void asksForASecondWhereNobodyKnows() {
        Problem problem = calm.problem(
                decision(granted("tenant", 100, 2, 0).answering(Answer.UNAVAILABLE, 0), granted("client", 20, 2, 9)));

        assertThat(problem.type()).isEqualTo(ProblemType.LIMITER_UNAVAILABLE);
        assertThat(problem.status()).isEqualTo(503);
        assertThat(problem.lists().get("violated-policies")).containsExactly("tenant");
        assertThat(problem.retryAfter()).contains(new RetryAfter(Duration.ofSeconds(1), 1));
    }

    @Test
    void sendNobodyAwayToWaitForWhatNeverComes() {
        Problem problem = jittery.problem(decision(
                refused("tenant", 20, 2, 100_000),
                granted("client", 8, 2, 8).with(9, 8, 0).answering(Answer.NEVER, 0)));

        assertThat(problem.type()).isEqualTo(ProblemType.COST_EXCEEDS_CAPACITY);
        assertThat(problem.status()).isEqualTo(422);
        assertThat(problem.retryAfter()).isEmpty();
        assertThat(problem.lists().get("violated-policies")).containsExactly("client");
        assertThat(problem.detail())
                .isEqualTo("This request costs 9 of policy client, which never holds more than 8; split it.");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 2",
        "999999, 1, 2",
        "1000000, 1, 2",
        "1000001, 2, 3",
        "5000000, 5, 6",
        "9999999, 10, 11",
        "10000000, 10, 12",
        "100000000, 100, 120",
        "2999999999, 3000, 3599",
        "3599000000, 3599, 3600",
        "3600000000, 3600, 3600",
        "86400000000, 3600, 3600",
    })
    void spreadTheReturnUpwardsOnly(long waitMicros, long least, long most) {
        Decision decision = decision(refused("client", 20, 2, waitMicros));
        Duration exact = Duration.of(waitMicros, ChronoUnit.MICROS);

        assertThat(calm.problem(decision).retryAfter()).contains(new RetryAfter(exact, least));
        assertThat(jittery.problem(decision).retryAfter()).contains(new RetryAfter(exact, most));
    }

    @Test
    void spreadEvenly() {
        Random random = new Random(SEED);
        Refusals refusals = new Refusals(most -> random.nextLong(most));
        TreeMap<Long, Integer> seconds = new TreeMap<>();

        for (int i = 0; i < 11_000; i++) {
            seconds.merge(
                    refusals.problem(decision(refused("client", 20, 2, 50_000_000)))
                            .retryAfter()
                            .orElseThrow()
                            .seconds(),
                    1,
                    Integer::sum);
        }

        assertThat(seconds.keySet()).containsExactly(50L, 51L, 52L, 53L, 54L, 55L, 56L, 57L, 58L, 59L, 60L);
        assertThat(seconds.values())
                .as("seed %d", SEED)
                .allSatisfy(count -> assertThat(count).isBetween(850, 1150));
    }

    @Test
    void areForRefusedRequestsOnly() {
        List<Decision> allowed = List.of(
                decision(),
                decision(granted("client", 20, 2, 9)),
                decision(refused("new", 20, 2, 1).in(Mode.SHADOW, false)));

        for (Decision decision : allowed) {
            assertThatIllegalArgumentException().isThrownBy(() -> calm.problem(decision));
        }
    }

    @Test
    void keepShadowsOutOfEverything() {
        Verdicts shadow = refused("new", 20, 2, 90_000_000).in(Mode.SHADOW, false);

        Problem problem = calm.problem(decision(shadow, refused("client", 20, 2, 100_000)));

        assertThat(problem.lists().get("violated-policies")).containsExactly("client");
        assertThat(problem.retryAfter().orElseThrow().seconds()).isEqualTo(1);
    }
}
