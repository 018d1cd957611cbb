package io.oncegate.payments.stripe;

import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.Answers;
import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOperation;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Busy;
import io.oncegate.payments.ProviderOutcome.Canceled;
import io.oncegate.payments.ProviderOutcome.Created;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Rejected;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StripeAnswersTest {

    private static final ProviderOperation CREATE = ProviderOperation.CREATE;
    private static final ProviderOperation CONFIRM = ProviderOperation.CONFIRM;
    private static final ProviderOperation STATUS = ProviderOperation.STATUS;
    private static final ProviderOperation CANCEL = ProviderOperation.CANCEL;

    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "EUR", "pm_1", null, "k");
    private static final Charge RETURNING = new Charge("01K0", 1, 1050, "EUR", "pm_1", "https://shop.example", "k");

    private static final Optional<String> ID = Optional.of("pi_1");
    private static final String URL = "https://hooks.stripe.com/3ds/1";
    private static final String REDIRECT =
            ",'next_action':{'type':'redirect_to_url','redirect_to_url':{'url':'" + URL + "'}}";
    private static final String LAST_ERROR =
            ",'last_payment_error':{'type':'card_error','code':'card_declined','decline_code':'do_not_honor'}";

    static Stream<Arguments> operations() {
        return Stream.of(
                arguments(CREATE, 200, intent("requires_confirmation"), new Created("pi_1")),
                arguments(CREATE, 201, intent("requires_payment_method"), new Created("pi_1")),
                arguments(CREATE, 200, intent("requires_capture"), unknown("unexpected-state")),
                arguments(CONFIRM, 200, intent("succeeded"), new Succeeded("pi_1")),
                arguments(CONFIRM, 200, intent("succeeded", ",'amount_received':1050"), new Succeeded("pi_1")),
                arguments(CONFIRM, 200, intent("succeeded", ",'amount_received':1"), new Mismatch("amount", ID)),
                arguments(CONFIRM, 200, intent("processing"), new Pending(ID)),
                arguments(CONFIRM, 200, intent("requires_action", REDIRECT), new ActionRequired("pi_1", URL)),
                arguments(CONFIRM, 200, intent("requires_action"), declined("authentication_required")),
                arguments(CONFIRM, 200, intent("requires_confirmation"), unknown("unexpected-state")),
                arguments(CONFIRM, 200, intent("requires_payment_method"), unknown("unexpected-state")),
                arguments(CONFIRM, 200, intent("requires_payment_method", LAST_ERROR), declined("do_not_honor")),
                arguments(CONFIRM, 200, intent("canceled"), new Canceled("pi_1")),
                arguments(CONFIRM, 200, intent("paid"), unknown("unknown-state")),
                arguments(CONFIRM, 200, intent("SUCCEEDED"), unknown("unknown-state")));
    }

    static Stream<Arguments> refusals() {
        String inUse = error("'type':'idempotency_error','code':'idempotency_key_in_use'");
        String lock = error("'type':'invalid_request_error','code':'lock_timeout'");
        String noMethod = error("'type':'invalid_request_error','code':'resource_missing','param':'payment_method'");
        String noIntent = error("'type':'invalid_request_error','code':'resource_missing','param':'intent'");
        String wrongState = error("'type':'invalid_request_error','code':'payment_intent_unexpected_state'");
        String malformed = error("'type':'invalid_request_error','code':'parameter_invalid_integer'");
        return Stream.of(
                arguments(CONFIRM, 409, inUse, new Busy(Optional.empty())),
                arguments(CONFIRM, 409, lock, new Busy(Optional.empty())),
                arguments(CONFIRM, 429, lock, new Busy(Optional.empty())),
                arguments(CONFIRM, 425, "", new Busy(Optional.empty())),
                arguments(CONFIRM, 429, error("'code':'rate_limit'"), notSent("throttled")),
                arguments(CONFIRM, 429, "", notSent("throttled")),
                arguments(CREATE, 401, error("'type':'invalid_request_error'"), notSent("credentials-refused")),
                arguments(CREATE, 403, "", notSent("credentials-refused")),
                arguments(CREATE, 400, error("'type':'idempotency_error'"), unknown("key-conflict")),
                arguments(CONFIRM, 409, error("'type':'idempotency_error'"), unknown("key-conflict")),
                arguments(CONFIRM, 409, error("'type':'api_error'"), unknown("status-409")),
                arguments(CONFIRM, 400, wrongState, unknown("unexpected-state")),
                arguments(CREATE, 400, noMethod, new Declined("resource_missing", Optional.empty())),
                arguments(CREATE, 404, noMethod, new Declined("resource_missing", Optional.empty())),
                arguments(CONFIRM, 404, noIntent, unknown("status-404")),
                arguments(CREATE, 404, noIntent, new Rejected("resource_missing")),
                arguments(CREATE, 400, malformed, new Rejected("parameter_invalid_integer")),
                arguments(CREATE, 422, malformed, new Rejected("parameter_invalid_integer")),
                arguments(CREATE, 400, error("'type':'Odd Type'"), new Rejected("odd_type")),
                arguments(CREATE, 400, error(""), new Rejected("unspecified")),
                arguments(CREATE, 405, malformed, unknown("status-405")),
                arguments(CONFIRM, 402, malformed, unknown("status-402")));
    }

    static Stream<Arguments> noWordOfStripe() {
        return Stream.of(
                arguments(CONFIRM, 400, "", unknown("unreadable")),
                arguments(CONFIRM, 400, "<html>", unknown("unreadable")),
                arguments(CONFIRM, 400, "{'error':'no'}", unknown("unreadable")),
                arguments(CONFIRM, 404, "<html>", unknown("unreadable")),
                arguments(CONFIRM, 302, "", unknown("redirect")),
                arguments(CONFIRM, 408, "", unknown("status-408")),
                arguments(CONFIRM, 500, intent("succeeded"), new Unknown("status-500", true)),
                arguments(CONFIRM, 503, "", new Unknown("status-503", true)),
                arguments(CONFIRM, 200, "", unknown("unreadable")),
                arguments(CONFIRM, 204, "", unknown("unreadable")),
                arguments(CONFIRM, 200, error("'type':'card_error'"), unknown("unreadable")));
    }

    static Stream<Arguments> declines() {
        String card = "'type':'card_error','code':'card_declined','decline_code':'insufficient_funds'";
        return Stream.of(
                arguments(CONFIRM, 402, error(card), new Declined("insufficient_funds", Optional.empty())),
                arguments(CONFIRM, 402, cardError("requires_payment_method"), declined("insufficient_funds")),
                arguments(CONFIRM, 402, cardError("canceled"), declined("insufficient_funds")),
                arguments(CONFIRM, 402, cardError("succeeded"), unknown("contradiction")),
                arguments(CONFIRM, 402, cardError("processing"), unknown("contradiction")),
                arguments(CONFIRM, 402, cardError("x").replace("01K0", "02K0"), new Mismatch("reference", ID)),
                arguments(CONFIRM, 402, error("'type':'card_error','code':'expired_card'"), plain("expired_card")),
                arguments(CONFIRM, 402, error("'type':'card_error'"), plain("card_error")),
                arguments(
                        CONFIRM,
                        400,
                        error("'code':'payment_method_unactivated'"),
                        plain("payment_method_unactivated")),
                arguments(
                        CONFIRM,
                        402,
                        error("'code':'payment_intent_authentication_failure'"),
                        plain("payment_intent_authentication_failure")),
                arguments(
                        CONFIRM,
                        402,
                        error("'type':'card_error','decline_code':'" + "x".repeat(90) + "'"),
                        plain("x".repeat(64))));
    }

    static Stream<Arguments> questions() {
        String missing = error("'type':'invalid_request_error','code':'resource_missing'");
        String wrongState = error("'type':'invalid_request_error','code':'payment_intent_unexpected_state'");
        return Stream.of(
                arguments(STATUS, 200, intent("succeeded"), new Succeeded("pi_1")),
                arguments(STATUS, 200, intent("processing"), new Pending(ID)),
                arguments(STATUS, 200, intent("requires_action", REDIRECT), new ActionRequired("pi_1", URL)),
                arguments(STATUS, 200, intent("requires_confirmation"), new Absent(ID)),
                arguments(STATUS, 200, intent("requires_payment_method"), new Absent(ID)),
                arguments(STATUS, 200, intent("requires_payment_method", LAST_ERROR), declined("do_not_honor")),
                arguments(STATUS, 200, intent("canceled", LAST_ERROR), new Canceled("pi_1")),
                arguments(STATUS, 200, intent("requires_capture"), unknown("unexpected-state")),
                arguments(STATUS, 200, "", unknown("unreadable")),
                arguments(STATUS, 404, missing, new Absent(Optional.empty())),
                arguments(STATUS, 404, "<html>", unknown("unreadable")),
                arguments(STATUS, 404, error("'type':'invalid_request_error'"), unknown("status-404")),
                arguments(STATUS, 400, error("'type':'invalid_request_error'"), unknown("status-400")),
                arguments(STATUS, 402, error("'type':'card_error'"), unknown("status-402")),
                arguments(STATUS, 409, wrongState, unknown("status-409")),
                arguments(STATUS, 401, "", notSent("credentials-refused")),
                arguments(STATUS, 403, "", notSent("credentials-refused")),
                arguments(STATUS, 429, "", notSent("throttled")),
                arguments(STATUS, 500, "", unknown("status-500")),
                arguments(STATUS, 302, "", unknown("redirect")),
                arguments(CANCEL, 200, intent("canceled"), new Canceled("pi_1")),
                arguments(CANCEL, 200, intent("succeeded"), new Succeeded("pi_1")),
                arguments(CANCEL, 400, wrongState, unknown("not-cancelable")),
                arguments(STATUS, 400, wrongState, unknown("status-400")),
                arguments(CANCEL, 404, missing, new Absent(Optional.empty())));
    }

    static Stream<Arguments> lookUps() {
        String foreign = intent("succeeded").replace("01K0", "02K0");
        String second = intent("succeeded").replace("pi_1", "pi_2");
        return Stream.of(
                arguments(data(), new Absent(Optional.empty())),
                arguments(data(foreign, "{}"), new Absent(Optional.empty())),
                arguments(data(foreign, intent("processing")), new Pending(ID)),
                arguments(data(intent("canceled"), second), new Succeeded("pi_2")),
                arguments(data(second, intent("processing")), new Succeeded("pi_2")),
                arguments(data(intent("canceled"), intent("requires_confirmation")), new Absent(ID)),
                arguments(data(intent("succeeded").replace("1050", "1051")), new Mismatch("amount", ID)),
                arguments(data(intent("requires_capture"), intent("processing")), unknown("unexpected-state")),
                arguments("{'data':[1]}", unknown("unreadable")),
                arguments("{'data':{}}", unknown("unreadable")),
                arguments("{}", unknown("unreadable")));
    }

    @ParameterizedTest
    @MethodSource({"operations", "refusals", "noWordOfStripe", "declines"})
    void meanOneThingToAnOperation(ProviderOperation asked, int status, String body, ProviderOutcome outcome) {
        assertThat(StripeAnswers.toOperation(asked, CHARGE, reply(status, body)))
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void meanOneThingToAQuestion(ProviderOperation asked, int status, String body, ProviderOutcome outcome) {
        assertThat(StripeAnswers.toQuestion(asked, CHARGE, reply(status, body))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @MethodSource("lookUps")
    void findTheStrongest(String body, ProviderOutcome outcome) {
        assertThat(StripeAnswers.toQuestion(ProviderOperation.LOOK_UP, CHARGE, reply(200, body)))
                .isEqualTo(outcome);
    }

    @Test
    void sayWhenToComeBack() {
        Reply inUse = reply(409, "3", error("'code':'idempotency_key_in_use'"));

        assertThat(StripeAnswers.toOperation(CONFIRM, CHARGE, inUse))
                .isEqualTo(new Busy(Optional.of(Duration.ofSeconds(3))));
    }

    /** Declined is what nobody can do anything about; here the payer might. */
    @Test
    void leaveOpenAStepWhoseAddressIsMissing() {
        assertThat(StripeAnswers.toOperation(CONFIRM, RETURNING, reply(200, intent("requires_action"))))
                .isEqualTo(unknown("no-redirect"));
    }

    @Test
    void nameWhatDiffers() {
        Map<String, String> differences = Map.of("'01K0'", "reference", "1050", "amount", "'eur'", "currency");
        differences.forEach((member, what) -> {
            String other = member.equals("1050") ? "1051" : "'usd'";
            Reply reply = reply(200, intent("succeeded").replace(member, other));

            assertThat(StripeAnswers.toOperation(CONFIRM, CHARGE, reply)).isEqualTo(new Mismatch(what, ID));
            assertThat(StripeAnswers.toQuestion(STATUS, CHARGE, reply)).isEqualTo(new Mismatch(what, ID));
        });
    }

    @Test
    void succeedOnlyWhenEverythingIsEqual() {
        long seed = System.nanoTime();
        String declined = cardError("requires_payment_method");
        for (String whole : List.of(intent("succeeded"), declined, data(intent("succeeded")))) {
            for (byte[] body : Answers.broken(whole, seed)) {
                for (int status : new int[] {200, 202, 400, 402, 404, 409, 422, 429, 500}) {
                    Reply reply = new Reply(status, Map.of(), body);
                    check(seed, body, StripeAnswers.toOperation(CREATE, CHARGE, reply));
                    check(seed, body, StripeAnswers.toOperation(CONFIRM, CHARGE, reply));
                    check(seed, body, StripeAnswers.toQuestion(STATUS, CHARGE, reply));
                    check(seed, body, StripeAnswers.toQuestion(ProviderOperation.LOOK_UP, CHARGE, reply));
                }
            }
        }
    }

    private static void check(long seed, byte[] body, ProviderOutcome outcome) {
        if (outcome instanceof Succeeded succeeded) {
            JsonNode read = Answers.read(body);
            JsonNode intent = read.has("data") ? read.get("data").get(0) : read;
            assertThat(List.of(
                            intent.path("id").textValue(),
                            intent.path("status").textValue(),
                            intent.path("amount").longValue(),
                            intent.path("currency").textValue(),
                            intent.path("metadata").path("reference").textValue()))
                    .as("seed %d", seed)
                    .isEqualTo(List.of(succeeded.externalId(), "succeeded", 1050L, "eur", "01K0"));
        }
        assertThat(outcome).as("seed %d", seed).isNotNull();
    }

    private static String intent(String status) {
        return intent(status, "");
    }

    private static String intent(String status, String more) {
        return ("{'id':'pi_1','object':'payment_intent','status':'%s','amount':1050,'currency':'eur',"
                        + "'metadata':{'order_id':'01K0','reference':'01K0'}%s}")
                .formatted(status, more);
    }

    private static String cardError(String status) {
        return error("'type':'card_error','code':'card_declined','decline_code':'insufficient_funds',"
                + "'payment_intent':" + intent(status));
    }

    private static String error(String members) {
        return "{'error':{" + members + "}}";
    }

    private static String data(String... intents) {
        return "{'object':'search_result','has_more':false,'data':[" + String.join(",", intents) + "]}";
    }

    private static Declined declined(String reason) {
        return new Declined(reason, ID);
    }

    private static Declined plain(String reason) {
        return new Declined(reason, Optional.empty());
    }

    private static Unknown unknown(String why) {
        return new Unknown(why, false);
    }

    private static NotSent notSent(String why) {
        return new NotSent(why, Optional.empty());
    }
}
