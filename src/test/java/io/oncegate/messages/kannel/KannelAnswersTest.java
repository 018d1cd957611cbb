package io.oncegate.messages.kannel;

import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Rejected;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.outbound.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KannelAnswersTest {

    @ParameterizedTest
    @ValueSource(strings = {"0: Accepted for delivery", "3: Queued for later delivery", "0: Accepted for delivery\r\n"})
    void takenIsTaken(String body) {
        assertThat(KannelAnswers.handedOver(reply(202, body))).isEqualTo(new Sent(Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Sent.", "Sent. Message splits: 2", "1: Odd", "03: Odd", "<html>0: </html>"})
    void anythingElseThatIsAcceptedMayHaveBeenTaken(String body) {
        assertThat(KannelAnswers.handedOver(reply(202, body))).isEqualTo(new Unknown("unreadable"));
    }

    @ParameterizedTest
    @CsvSource({
        "200, status-200",
        "201, status-201",
        "204, status-204",
        "302, redirect",
        "404, status-404",
        "405, status-405",
        "408, status-408",
        "409, status-409",
        "425, status-425",
        "500, status-500",
        "502, status-502",
        "503, status-503"
    })
    void soMayWhateverIsNotListed(int status, String why) {
        assertThat(KannelAnswers.handedOver(reply(status, "0: Accepted for delivery")))
                .isEqualTo(new Unknown(why));
    }

    @Test
    void aRefusedPasswordIsNotARefusedNumber() {
        var refused = new NotSent("credentials-refused", true, Optional.empty());

        assertThat(KannelAnswers.handedOver(reply(403, "Authorization failed for sendsms")))
                .isEqualTo(refused);
        assertThat(KannelAnswers.handedOver(reply(401, ""))).isEqualTo(refused);
        assertThat(KannelAnswers.handedOver(reply(403, "Not routable. Do not try again.")))
                .isEqualTo(new Rejected("not-routable"));
    }

    @Test
    void aThrottleTurnsAwayForAWhile() {
        assertThat(KannelAnswers.handedOver(reply(429, "7", "")))
                .isEqualTo(new NotSent("throttled", true, Optional.of(Duration.ofSeconds(7))));
    }

    @Test
    void aRefusalIsForGood() {
        assertThat(KannelAnswers.handedOver(reply(400, "Sender missing and no global set, rejected")))
                .isEqualTo(new Rejected("sender_missing_and_no_global_set__rejected"));
        assertThat(KannelAnswers.handedOver(reply(406, ""))).isEqualTo(new Rejected("status-406"));
        assertThat(KannelAnswers.handedOver(reply(413, "x".repeat(100_000)))).isEqualTo(new Rejected("x".repeat(64)));
    }

    @Test
    void nothingIsTakenThatDoesNotSayIt() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            byte[] noise = new byte[random.nextInt(50)];
            random.nextBytes(noise);
            int status = 100 + random.nextInt(500);

            assertThat(KannelAnswers.handedOver(new Reply(status, Map.of(), noise)))
                    .as("seed %d", seed)
                    .isNotNull()
                    .isNotInstanceOf(Sent.class);
        }
    }
}
