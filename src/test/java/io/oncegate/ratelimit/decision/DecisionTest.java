package io.oncegate.ratelimit.decision;

import static io.oncegate.ratelimit.decision.Verdicts.decision;
import static io.oncegate.ratelimit.decision.Verdicts.granted;
import static io.oncegate.ratelimit.decision.Verdicts.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.limit.Level;
import org.junit.jupiter.api.Test;

class DecisionTest {

    @Test
    void ofTwoStepsIsTheLaterOneWhereBothSpeak() {
        Decision first = decision(granted("tenant", 100, 1, 50), granted("client", 20, 2, 9));
        Decision later = decision(granted("client", 20, 2, 7), refused("recipient", 5, 600, 1));

        assertThat(first.followedBy(later))
                .isEqualTo(decision(
                        granted("tenant", 100, 1, 50), granted("client", 20, 2, 7), refused("recipient", 5, 600, 1)));
    }

    @Test
    void isRefusedForTheReasonThatTheCallerCanMend() {
        Verdicts own = refused("client", 20, 2, 1);
        Verdicts ours = refused("global", 20, 2, 1).at(Level.GLOBAL);
        Verdicts route = refused("valve", 20, 2, 1).at(Level.ROUTE);
        Verdicts away = granted("tenant", 20, 2, 0).answering(Answer.UNAVAILABLE, 0);
        Verdicts never = granted("export", 20, 2, 0).answering(Answer.NEVER, 0);

        assertThat(Reason.of(decision(granted("client", 20, 2, 1)))).isEmpty();
        assertThat(Reason.of(decision(ours))).contains(Reason.OVERLOADED);
        assertThat(Reason.of(decision(route))).contains(Reason.OVERLOADED);
        assertThat(Reason.of(decision(ours, away))).contains(Reason.LIMITER_UNAVAILABLE);
        assertThat(Reason.of(decision(ours, away, own))).contains(Reason.RATE_LIMITED);
        assertThat(Reason.of(decision(ours, away, own, never))).contains(Reason.COST_EXCEEDS_CAPACITY);
    }
}
