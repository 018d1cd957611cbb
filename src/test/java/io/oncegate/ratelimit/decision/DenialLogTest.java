package io.oncegate.ratelimit.decision;

import static io.oncegate.ratelimit.decision.Verdicts.decision;
import static io.oncegate.ratelimit.decision.Verdicts.granted;
import static io.oncegate.ratelimit.decision.Verdicts.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.testsupport.LogCapture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DenialLogTest {

    private final DenialLog denials = new DenialLog();
    private final LogCapture log = LogCapture.of(DenialLog.class);

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void saysAllThatIsKnown() {
        denials.add(decision(refused("client", 20, 2, 123_456)));

        assertThat(log.lines())
                .containsExactly("a request was denied: reason=rate-limited policy=client level=client"
                        + " algorithm=token-bucket subject=0123456789abcdef remaining=0 wait_ms=124 source=redis"
                        + " mode=enforce count=1");
    }

    @Test
    void isWrittenAtPowersOfTwoForEachPolicy() {
        for (int i = 0; i < 1000; i++) {
            denials.add(decision(refused("client", 20, 2, 1), granted("tenant", 100, 1, 50)));
        }
        denials.add(decision(refused("tenant", 20, 2, 1)));

        assertThat(log.lines())
                .extracting(line -> line.replaceAll(".*policy=(\\S+).*count=(\\d+)", "$1 $2"))
                .containsExactly(
                        "client 1",
                        "client 2",
                        "client 4",
                        "client 8",
                        "client 16",
                        "client 32",
                        "client 64",
                        "client 128",
                        "client 256",
                        "client 512",
                        "tenant 1");
    }

    @Test
    void tellsWhatSoftModeLetsPassAndNothingOfAShadow() {
        denials.add(decision(
                refused("soft", 20, 2, 1).in(Mode.SOFT, false),
                refused("shadow", 20, 2, 1).in(Mode.SHADOW, false)));
        denials.add(decision(refused("soft", 20, 2, 1).in(Mode.SOFT, true)));

        assertThat(log.lines())
                .satisfiesExactly(
                        passed -> assertThat(passed)
                                .startsWith("a request would have been denied: ")
                                .contains("policy=soft", "mode=soft", "count=1"),
                        denied -> assertThat(denied)
                                .startsWith("a request was denied: ")
                                .contains("policy=soft", "mode=soft", "count=1"));
    }

    @Test
    void namesOurOwnTroubleAsSuch() {
        denials.add(decision(refused("global", 20, 2, 1).at(Level.GLOBAL)));

        assertThat(log.lines()).singleElement().asString().contains("reason=overloaded", "level=global");
    }
}
