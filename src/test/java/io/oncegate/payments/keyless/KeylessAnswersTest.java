package io.oncegate.payments.keyless;

import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.Answers;
import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Busy;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Rejected;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeylessAnswersTest {

    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "EUR", "m", null, "k");

    private static final Optional<String> ID = Optional.of("c1");
    private static final String URL = "https://bank.example/3ds";

    static Stream<Arguments> answers() {
        return Stream.of(
                arguments(200, payment("succeeded"), new Succeeded("c1")),
                arguments(201, payment("succeeded"), new Succeeded("c1")),
                arguments(200, payment("pending"), new Pending(ID)),
                arguments(200, payment("refunded"), new Refunded("c1")),
                arguments(200, payment("declined"), new Declined("declined", ID)),
                arguments(200, payment("declined", ",'reason':'No Funds'"), new Declined("no_funds", ID)),
                arguments(
                        200,
                        payment("action_required", ",'redirect_url':'" + URL + "'"),
                        new ActionRequired("c1", URL)),
                arguments(200, payment("action_required"), new Declined("authentication_required", ID)),
                arguments(200, payment("done"), unknown("unknown-state")),
                arguments(200, payment("succeeded").replace("01K0", "01K0-2"), new Mismatch("reference", ID)),
                arguments(200, payment("succeeded").replace("1050", "1051"), new Mismatch("amount", ID)),
                arguments(200, payment("succeeded").replace("EUR", "USD"), new Mismatch("currency", ID)),
                arguments(200, payment("succeeded").replace("1050", "'1050'"), unknown("unreadable")),
                arguments(200, payment("succeeded").replace("1050", "1050.0"), unknown("unreadable")),
                arguments(200, payment("succeeded").replace("'c1'", "1"), unknown("unreadable")),
                arguments(200, "", unknown("unreadable")),
                arguments(200, "ok", unknown("unreadable")),
                arguments(402, "{'error':'insufficient_funds'}", new Declined("insufficient_funds", Optional.empty())),
                arguments(402, "{}", new Declined("declined", Optional.empty())),
                arguments(402, "", unknown("unreadable")),
                arguments(400, "{'code':'bad_amount'}", new Rejected("bad_amount")),
                arguments(422, "{}", new Rejected("status-422")),
                arguments(404, "{}", new Rejected("status-404")),
                arguments(400, "<html>", unknown("unreadable")),
                arguments(409, "{}", unknown("status-409")),
                arguments(405, "{}", unknown("status-405")),
                arguments(425, "", new Busy(Optional.empty())),
                arguments(401, "", new NotSent("credentials-refused", Optional.empty())),
                arguments(403, "", new NotSent("credentials-refused", Optional.empty())),
                arguments(429, "", new NotSent("throttled", Optional.empty())),
                arguments(302, payment("succeeded"), unknown("redirect")),
                arguments(408, "", unknown("status-408")),
                arguments(500, payment("succeeded"), new Unknown("status-500", true)),
                arguments(503, "", new Unknown("status-503", true)));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void meanOneThing(int status, String body, ProviderOutcome outcome) {
        assertThat(KeylessAnswers.toOperation(CHARGE, reply(status, body))).isEqualTo(outcome);
    }

    @Test
    void succeedOnlyWhenEverythingIsEqual() {
        long seed = System.nanoTime();
        for (byte[] body : Answers.broken(payment("succeeded"), seed)) {
            for (int status : new int[] {200, 202, 400, 402, 404, 409, 422, 500}) {
                check(seed, body, KeylessAnswers.toOperation(CHARGE, new Reply(status, Map.of(), body)));
            }
        }
    }

    private static void check(long seed, byte[] body, ProviderOutcome outcome) {
        if (outcome instanceof Succeeded succeeded) {
            JsonNode payment = Answers.read(body);
            assertThat(List.of(
                            payment.path("id").textValue(),
                            payment.path("status").textValue(),
                            payment.path("reference").textValue(),
                            payment.path("amount").longValue(),
                            payment.path("currency").textValue()))
                    .as("seed %d", seed)
                    .isEqualTo(List.of(succeeded.externalId(), "succeeded", "01K0", 1050L, "EUR"));
        }
        assertThat(outcome).as("seed %d", seed).isNotNull();
    }

    private static String payment(String status) {
        return payment(status, "");
    }

    private static String payment(String status, String more) {
        return "{'id':'c1','status':'%s','reference':'01K0','amount':1050,'currency':'EUR'%s}".formatted(status, more);
    }

    private static Unknown unknown(String why) {
        return new Unknown(why, false);
    }
}
