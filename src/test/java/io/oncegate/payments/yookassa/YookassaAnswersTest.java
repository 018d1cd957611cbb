package io.oncegate.payments.yookassa;

import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.Answers;
import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Busy;
import io.oncegate.payments.ProviderOutcome.Canceled;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Rejected;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class YookassaAnswersTest {

    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "RUB", "token", null, "k");

    private static final String PAYMENT_ID = "29f31de9-000f-5000-a000-109987b98a6a";
    private static final Optional<String> ID = Optional.of(PAYMENT_ID);
    private static final String URL = "https://yoomoney.ru/3ds/1";
    private static final String REDIRECT = ",'confirmation':{'type':'redirect','confirmation_url':'" + URL + "'}";
    private static final String PROCESSING = "{'type':'processing','description':'being worked on','retry_after':1800}";

    /** What an answer says about a payment, whoever asked. */
    static Stream<Arguments> payments() {
        return Stream.of(
                arguments(200, payment("succeeded"), new Succeeded(PAYMENT_ID)),
                arguments(201, payment("succeeded"), new Succeeded(PAYMENT_ID)),
                arguments(200, payment("succeeded").replace("10.50", "10.5"), new Succeeded(PAYMENT_ID)),
                arguments(200, payment("succeeded", refunded("0.00")), new Succeeded(PAYMENT_ID)),
                arguments(200, payment("succeeded", refunded("0.01")), unknown("refunded")),
                arguments(200, payment("succeeded", refunded("10.50")), new Refunded(PAYMENT_ID)),
                arguments(200, payment("pending"), new Pending(ID)),
                arguments(200, payment("pending", REDIRECT), new ActionRequired(PAYMENT_ID, URL)),
                arguments(200, payment("pending", ",'confirmation':{'type':'external'}"), new Pending(ID)),
                arguments(200, payment("pending", REDIRECT.replace("https", "javascript")), unknown("no-redirect")),
                arguments(200, payment("waiting_for_capture"), unknown("unexpected-state")),
                arguments(200, payment("paid"), unknown("unknown-state")),
                arguments(200, payment("canceled"), new Canceled(PAYMENT_ID)),
                arguments(200, payment("succeeded").replace("'10.50'", "10.50"), unknown("unreadable")),
                arguments(200, payment("succeeded").replace("10.50", "1e1"), unknown("unreadable")),
                arguments(200, payment("succeeded").replace("10.50", "10.51"), new Mismatch("amount", ID)),
                arguments(200, payment("succeeded").replace("10.50", "1050"), new Mismatch("amount", ID)),
                arguments(200, payment("succeeded").replace("'RUB'", "'USD'"), new Mismatch("currency", ID)),
                arguments(
                        200,
                        payment("succeeded").replace("'reference':'01K0'", "'reference':'01K0-2'"),
                        new Mismatch("reference", ID)),
                arguments(200, payment("succeeded").replace(PAYMENT_ID, ""), unknown("unreadable")),
                arguments(200, payment("succeeded").replace(PAYMENT_ID, "x".repeat(256)), unknown("unreadable")),
                arguments(200, "", unknown("unreadable")),
                arguments(204, "", unknown("unreadable")),
                arguments(200, "{}", unknown("unreadable")),
                arguments(202, "", unknown("unreadable")),
                arguments(302, payment("succeeded"), unknown("redirect")),
                arguments(408, "", unknown("status-408")),
                arguments(401, error("invalid_credentials", ""), notSent("credentials-refused")),
                arguments(403, error("forbidden", ""), notSent("credentials-refused")),
                arguments(429, error("too_many_requests", ""), notSent("throttled")));
    }

    static Stream<Arguments> operations() {
        return Stream.of(
                arguments(202, PROCESSING, new Busy(Optional.of(Duration.ofMillis(1800)))),
                arguments(202, "{'type':'processing'}", new Busy(Optional.empty())),
                arguments(202, "{'type':'processing','retry_after':-5}", new Busy(Optional.of(Duration.ofSeconds(1)))),
                arguments(409, error("invalid_request", ""), new Busy(Optional.empty())),
                arguments(425, "", new Busy(Optional.empty())),
                arguments(400, error("invalid_request", "Idempotence-Key"), unknown("key-conflict")),
                arguments(
                        400,
                        "{'code':'invalid_request','description':'Idempotence key duplicated'}",
                        unknown("key-conflict")),
                arguments(
                        400,
                        error("invalid_request", "payment_token"),
                        new Declined("invalid_request.payment_token", Optional.empty())),
                arguments(
                        400,
                        error("invalid_request", "payment_method_id"),
                        new Declined("invalid_request.payment_method_id", Optional.empty())),
                arguments(400, error("invalid_request", "amount.value"), new Rejected("invalid_request.amount.value")),
                arguments(400, error("invalid_request", ""), new Rejected("invalid_request")),
                arguments(422, error("invalid_request", ""), new Rejected("invalid_request")),
                arguments(404, error("not_found", ""), new Rejected("not_found")),
                arguments(405, error("x", ""), unknown("status-405")),
                arguments(400, "{}", unknown("unreadable")),
                arguments(400, "<html>", unknown("unreadable")),
                arguments(404, "", unknown("unreadable")),
                arguments(500, error("internal_server_error", ""), new Unknown("status-500", true)),
                arguments(502, "", new Unknown("status-502", true)));
    }

    static Stream<Arguments> questions() {
        return Stream.of(
                arguments(202, PROCESSING, new Pending(Optional.empty())),
                arguments(404, error("not_found", ""), new Absent(Optional.empty())),
                arguments(404, error("other", ""), unknown("status-404")),
                arguments(404, "<html>", unknown("unreadable")),
                arguments(400, error("invalid_request", "payment_token"), unknown("status-400")),
                arguments(409, error("invalid_request", ""), unknown("status-409")),
                arguments(500, error("internal_server_error", ""), unknown("status-500")));
    }

    @ParameterizedTest
    @MethodSource({"payments", "operations"})
    void meanOneThingToAnOperation(int status, String body, ProviderOutcome outcome) {
        assertThat(YookassaAnswers.toOperation(CHARGE, reply(status, body))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @MethodSource({"payments", "questions"})
    void meanOneThingToAQuestion(int status, String body, ProviderOutcome outcome) {
        assertThat(YookassaAnswers.toQuestion(CHARGE, reply(status, body))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "3d_secure_failed, true",
        "call_issuer, true",
        "card_expired, true",
        "country_forbidden, true",
        "fraud_suspected, true",
        "general_decline, true",
        "identification_required, true",
        "insufficient_funds, true",
        "invalid_card_number, true",
        "invalid_csc, true",
        "issuer_unavailable, true",
        "payment_method_limit_exceeded, true",
        "payment_method_restricted, true",
        "permission_revoked, true",
        "something_new, true",
        "canceled_by_merchant, false",
        "expired_on_capture, false",
        "expired_on_confirmation, false",
        "deal_expired, false",
        "internal_timeout, false"
    })
    void tellADeclineFromAnEnd(String reason, boolean declined) {
        String details = ",'cancellation_details':{'party':'x','reason':'" + reason + "'}";

        assertThat(YookassaAnswers.toOperation(CHARGE, reply(200, payment("canceled", details))))
                .isEqualTo(declined ? new Declined(reason, ID) : new Canceled(PAYMENT_ID));
    }

    @Test
    void sayWhenToComeBack() {
        assertThat(YookassaAnswers.toOperation(CHARGE, reply(429, "7", "")))
                .isEqualTo(new NotSent("throttled", Optional.of(Duration.ofSeconds(7))));
    }

    @Test
    void succeedOnlyWhenEverythingIsEqual() {
        long seed = System.nanoTime();
        for (String whole : List.of(payment("succeeded", REDIRECT), PROCESSING, error("invalid_request", "amount"))) {
            for (byte[] body : Answers.broken(whole, seed)) {
                for (int status : new int[] {200, 202, 400, 404, 409, 422, 500}) {
                    check(seed, body, YookassaAnswers.toOperation(CHARGE, new Reply(status, Map.of(), body)));
                    check(seed, body, YookassaAnswers.toQuestion(CHARGE, new Reply(status, Map.of(), body)));
                }
            }
        }
    }

    private static void check(long seed, byte[] body, ProviderOutcome outcome) {
        if (outcome instanceof Succeeded succeeded) {
            JsonNode payment = Answers.read(body);
            assertThat(new BigDecimal(payment.path("amount").path("value").textValue()))
                    .as("seed %d", seed)
                    .isEqualByComparingTo("10.50");
            assertThat(List.of(
                            payment.path("id").textValue(),
                            payment.path("status").textValue(),
                            payment.path("amount").path("currency").textValue(),
                            payment.path("metadata").path("reference").textValue()))
                    .as("seed %d", seed)
                    .isEqualTo(List.of(succeeded.externalId(), "succeeded", "RUB", "01K0"));
        }
        assertThat(outcome).as("seed %d", seed).isNotNull();
    }

    private static String payment(String status) {
        return payment(status, "");
    }

    private static String payment(String status, String more) {
        return ("{'id':'%s','status':'%s','paid':true,'amount':{'value':'10.50','currency':'RUB'},"
                        + "'metadata':{'order_id':'01K0','reference':'01K0'}%s}")
                .formatted(PAYMENT_ID, status, more);
    }

    private static String refunded(String value) {
        return ",'refunded_amount':{'value':'" + value + "','currency':'RUB'}";
    }

    private static String error(String code, String parameter) {
        String about = parameter.isEmpty() ? "" : ",'parameter':'" + parameter + "'";
        return "{'type':'error','id':'e1','code':'" + code + "','description':'no'" + about + "}";
    }

    private static Unknown unknown(String why) {
        return new Unknown(why, false);
    }

    private static NotSent notSent(String why) {
        return new NotSent(why, Optional.empty());
    }
}
