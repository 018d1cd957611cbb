package io.oncegate.payments.wire;

import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.ProviderOutcome.Busy;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AtTheDoorTest {

    private static final Optional<Duration> TWO_SECONDS = Optional.of(Duration.ofSeconds(2));

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refusedCredentialsTurnAwayBoth(int status) {
        var refused = new NotSent("credentials-refused", Optional.empty());

        assertThat(AtTheDoor.operation(reply(status, "2", ""))).contains(refused);
        assertThat(AtTheDoor.question(reply(status, "2", ""))).contains(refused);
    }

    @ParameterizedTest
    @ValueSource(ints = {429})
    void aThrottleTurnsAwayBoth(int status) {
        var throttled = new NotSent("throttled", TWO_SECONDS);

        assertThat(AtTheDoor.operation(reply(status, "2", ""))).contains(throttled);
        assertThat(AtTheDoor.question(reply(status, "2", ""))).contains(throttled);
    }

    @ParameterizedTest
    @CsvSource({
        "100, status-100, false",
        "301, redirect, false",
        "302, redirect, false",
        "307, redirect, false",
        "399, redirect, false",
        "408, status-408, false",
        "500, status-500, true",
        "502, status-502, true",
        "503, status-503, true",
        "504, status-504, true",
        "599, status-599, true",
        "999, status-999, true"
    })
    void leavesOpenWhatAnOperationDid(int status, String why, boolean answeredError) {
        assertThat(AtTheDoor.operation(reply(status, ""))).contains(new Unknown(why, answeredError));
    }

    @ParameterizedTest
    @CsvSource({"302, redirect", "408, status-408", "500, status-500", "503, status-503"})
    void keepsNoQuestionsServerErrorUnderAKey(int status, String why) {
        assertThat(AtTheDoor.question(reply(status, ""))).contains(new Unknown(why, false));
    }

    @ParameterizedTest
    @ValueSource(ints = {425})
    void tooEarlyIsBusyForOperationsOnly(int status) {
        assertThat(AtTheDoor.operation(reply(status, "2", ""))).contains(new Busy(TWO_SECONDS));
        assertThat(AtTheDoor.question(reply(status, "2", ""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299, 400, 402, 404, 405, 409, 415, 422})
    void leavesTheRestToTheDialect(int status) {
        assertThat(AtTheDoor.operation(reply(status, ""))).isEmpty();
        assertThat(AtTheDoor.question(reply(status, ""))).isEmpty();
    }
}
