package io.oncegate.payments.tbank;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TbankAnswersTest {

    private static final ProviderOperation CREATE = ProviderOperation.CREATE;
    private static final ProviderOperation CONFIRM = ProviderOperation.CONFIRM;
    private static final ProviderOperation STATUS = ProviderOperation.STATUS;
    private static final ProviderOperation LOOK_UP = ProviderOperation.LOOK_UP;
    private static final ProviderOperation CANCEL = ProviderOperation.CANCEL;

    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "RUB", "145919", null, "k");

    private static final Optional<String> ID = Optional.of("13660");
    private static final String URL = "https://securepay.tinkoff.ru/3ds/1";
    private static final String REDIRECT = ",'PaymentURL':'" + URL + "'";

    static Stream<Arguments> operations() {
        return Stream.of(
                arguments(CREATE, 200, payment("NEW"), new Created("13660")),
                arguments(CREATE, 200, payment("NEW", REDIRECT), new Created("13660")),
                arguments(CREATE, 200, payment("FORM_SHOWED"), new Created("13660")),
                arguments(CONFIRM, 200, payment("CONFIRMED"), new Succeeded("13660")),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("'13660'", "13660"), new Succeeded("13660")),
                arguments(CONFIRM, 200, payment("NEW"), unknown("unexpected-state")),
                arguments(CONFIRM, 200, payment("3DS_CHECKING", REDIRECT), new ActionRequired("13660", URL)),
                arguments(CONFIRM, 200, payment("3DS_CHECKING"), declined("authentication_required")),
                arguments(CONFIRM, 200, payment("REJECTED"), declined("rejected")),
                arguments(CONFIRM, 200, payment("AUTH_FAIL"), declined("auth_fail")),
                arguments(CONFIRM, 200, payment("CANCELED"), new Canceled("13660")),
                arguments(CONFIRM, 200, payment("REFUNDED"), new Refunded("13660")),
                arguments(CONFIRM, 200, payment("PAID"), unknown("unknown-state")),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("1050", "1051"), new Mismatch("amount", ID)),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("01K0", "01K1"), new Mismatch("reference", ID)),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("'Success':true,", ""), unknown("unreadable")),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("'ErrorCode':'0',", ""), unknown("unreadable")),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("'0'", "'x'"), unknown("unreadable")),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("true", "'true'"), unknown("unreadable")),
                arguments(CONFIRM, 200, payment("CONFIRMED").replace("true", "false"), unknown("error-0")),
                arguments(CONFIRM, 400, payment("CONFIRMED"), unknown("error-0")),
                arguments(CONFIRM, 200, "", unknown("unreadable")),
                arguments(CONFIRM, 404, "<html>", unknown("unreadable")),
                arguments(CONFIRM, 401, "", notSent("credentials-refused")),
                arguments(CONFIRM, 403, "", notSent("credentials-refused")),
                arguments(CONFIRM, 429, "", notSent("throttled")),
                arguments(CONFIRM, 425, "", new Busy(Optional.empty())),
                arguments(CONFIRM, 409, error(9999), unknown("status-409")),
                arguments(CONFIRM, 402, payment("CONFIRMED"), unknown("status-402")),
                arguments(CONFIRM, 302, "", unknown("redirect")),
                arguments(CONFIRM, 408, "", unknown("status-408")),
                arguments(CONFIRM, 500, payment("CONFIRMED"), new Unknown("status-500", true)),
                arguments(CONFIRM, 503, "", new Unknown("status-503", true)));
    }

    static Stream<Arguments> errors() {
        String exists = "{'Success':false,'ErrorCode':'17','Message':'x',"
                + "'Details':'Заказ с таким order_id УЖЕ существует.'}";
        return Stream.of(
                arguments(CREATE, 200, error(8), unknown("reference-conflict")),
                arguments(CREATE, 200, error(20), unknown("reference-conflict")),
                arguments(CREATE, 200, exists, unknown("reference-conflict")),
                arguments(CONFIRM, 200, exists, unknown("error-17")),
                arguments(CONFIRM, 200, error(4), unknown("unexpected-state")),
                arguments(CONFIRM, 200, error(8), unknown("unexpected-state")),
                arguments(CONFIRM, 200, error(1051, "REJECTED"), declined("code_1051")),
                arguments(CONFIRM, 200, error(1051, "AUTH_FAIL"), declined("code_1051")),
                arguments(CONFIRM, 200, error(1051, "CONFIRMED"), unknown("contradiction")),
                arguments(CONFIRM, 200, error(1051, "AUTHORIZING"), unknown("contradiction")),
                arguments(CONFIRM, 200, error(1051, "REJECTED").replace("01K0", "01K1"), new Mismatch("reference", ID)),
                arguments(CREATE, 200, error(255), unknown("error-255")),
                arguments(CONFIRM, 200, error(255), unknown("error-255")),
                arguments(CONFIRM, 400, error(251), new Rejected("code_251")));
    }

    static Stream<Arguments> questions() {
        return Stream.of(
                arguments(STATUS, payment("NEW"), new Absent(ID)),
                arguments(STATUS, payment("FORM_SHOWED"), new Absent(ID)),
                arguments(STATUS, payment("CONFIRMED"), new Succeeded("13660")),
                arguments(STATUS, payment("3DS_CHECKING"), new ActionRequired("13660", Optional.empty())),
                arguments(STATUS, payment("3DS_CHECKING", REDIRECT), new ActionRequired("13660", URL)),
                arguments(STATUS, payment("REJECTED"), declined("rejected")),
                arguments(STATUS, error(1051, "REJECTED"), declined("code_1051")),
                arguments(STATUS, error(1051, "CONFIRMED"), unknown("error-1051")),
                arguments(STATUS, payment("CANCELED"), new Canceled("13660")),
                arguments(STATUS, error(99, "DEADLINE_EXPIRED"), new Canceled("13660")),
                arguments(STATUS, payment("ATTEMPTS_EXPIRED"), new Canceled("13660")),
                arguments(STATUS, payment("CONFIRMED").replace("1050", "1"), new Mismatch("amount", ID)),
                arguments(STATUS, error(255), new Absent(Optional.empty())),
                arguments(LOOK_UP, error(335), new Absent(Optional.empty())),
                arguments(STATUS, error(204), notSent("credentials-refused")),
                arguments(STATUS, error(251), unknown("error-251")),
                arguments(STATUS, error(1051), unknown("error-1051")),
                arguments(STATUS, error(9999), unknown("error-9999")),
                arguments(STATUS, error(8), unknown("error-8")),
                arguments(CANCEL, canceled("CANCELED"), new Canceled("13660")),
                arguments(CANCEL, canceled("REVERSED"), new Refunded("13660")),
                arguments(CANCEL, canceled("REFUNDED"), new Refunded("13660")),
                arguments(CANCEL, error(4), unknown("not-cancelable")),
                arguments(CANCEL, error(4, "CONFIRMED"), unknown("not-cancelable")),
                arguments(CANCEL, error(4, "REJECTED"), declined("rejected")),
                arguments(CANCEL, error(4, "CANCELED"), new Canceled("13660")),
                arguments(CANCEL, error(8), unknown("not-cancelable")),
                arguments(CANCEL, error(255), new Absent(Optional.empty())),
                arguments(STATUS, "", unknown("unreadable")));
    }

    static Stream<Arguments> lookUps() {
        String confirmed = found("2", "CONFIRMED", true, 0);
        return Stream.of(
                arguments(order(), new Absent(Optional.empty())),
                arguments(order(found("1", "NEW", true, 0)), new Absent(Optional.of("1"))),
                arguments(order(found("1", "REJECTED", false, 1051)), new Declined("code_1051", Optional.of("1"))),
                arguments(order(found("1", "REJECTED", false, 1051), confirmed), new Succeeded("2")),
                arguments(order(confirmed, found("1", "NEW", true, 0)), new Succeeded("2")),
                arguments(
                        order(found("1", "NEW", true, 0), found("3", "AUTHORIZING", true, 0)),
                        new Pending(Optional.of("3"))),
                arguments(order(found("1", "CONFIRMED", false, 99)), unknown("contradiction")),
                arguments(order(confirmed.replace("1050", "1051")), new Mismatch("amount", Optional.of("2"))),
                arguments(order(confirmed).replace("01K0", "01K1"), new Mismatch("reference", Optional.empty())),
                arguments(order().replace("01K0", "01K1"), new Mismatch("reference", Optional.empty())),
                arguments(order(confirmed, "{}"), unknown("unreadable")),
                arguments(order("1"), unknown("unreadable")),
                arguments(order().replace("'OrderId':'01K0',", ""), unknown("unreadable")),
                arguments(order().replace(",'Payments':[]", ""), unknown("unreadable")));
    }

    @ParameterizedTest
    @MethodSource({"operations", "errors"})
    void meanOneThingToAnOperation(ProviderOperation asked, int status, String body, ProviderOutcome outcome) {
        assertThat(TbankAnswers.toOperation(asked, CHARGE, reply(status, body))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void meanOneThingToAQuestion(ProviderOperation asked, String body, ProviderOutcome outcome) {
        assertThat(TbankAnswers.toQuestion(asked, CHARGE, reply(200, body))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @MethodSource("lookUps")
    void findTheStrongest(String body, ProviderOutcome outcome) {
        assertThat(TbankAnswers.toQuestion(LOOK_UP, CHARGE, reply(200, body))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PREAUTHORIZING",
                "AUTHORIZING",
                "CHECKING",
                "PAY_CHECKING",
                "3DS_CHECKED",
                "AUTHORIZED",
                "CONFIRMING",
                "CONFIRM_CHECKING"
            })
    void arePendingWhileTheBankWorks(String state) {
        assertThat(TbankAnswers.toOperation(CONFIRM, CHARGE, reply(200, payment(state))))
                .isEqualTo(new Pending(ID));
        assertThat(TbankAnswers.toQuestion(STATUS, CHARGE, reply(200, payment(state))))
                .isEqualTo(new Pending(ID));
    }

    @ParameterizedTest
    @ValueSource(strings = {"REVERSED", "REFUNDED"})
    void areRefundedWhenAllOfTheMoneyWentBack(String state) {
        assertThat(TbankAnswers.toQuestion(STATUS, CHARGE, reply(200, payment(state))))
                .isEqualTo(new Refunded("13660"));
        assertThat(TbankAnswers.toQuestion(
                        STATUS, CHARGE, reply(200, payment(state).replace("1050", "1051"))))
                .isEqualTo(new Mismatch("amount", ID));
    }

    @ParameterizedTest
    @ValueSource(strings = {"REVERSING", "PARTIAL_REVERSED", "REFUNDING", "ASYNC_REFUNDING", "PARTIAL_REFUNDED"})
    void areOpenWhileMoneyGoesBackAndWhenAPartOfItDid(String state) {
        assertThat(TbankAnswers.toQuestion(STATUS, CHARGE, reply(200, payment(state))))
                .isEqualTo(unknown("refunded"));
    }

    @ParameterizedTest
    @CsvSource({"10", "202", "204", "205", "501", "648"})
    void refuseCredentialsWithStatus200(int code) {
        assertThat(TbankAnswers.toOperation(CONFIRM, CHARGE, reply(200, error(code))))
                .isEqualTo(notSent("credentials-refused"));
    }

    @ParameterizedTest
    @ValueSource(ints = {99, 101, 103, 104, 106, 108, 116, 252, 1001, 1004, 1005, 1014, 1051, 1054, 1057, 1082, 1099})
    void declineWithTheBanksCode(int code) {
        assertThat(TbankAnswers.toOperation(CONFIRM, CHARGE, reply(200, error(code))))
                .isEqualTo(new Declined("code_" + code, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 201, 203, 206, 209, 212, 251, 299, 308, 309, 334})
    void rejectAParameter(int code) {
        assertThat(TbankAnswers.toOperation(CREATE, CHARGE, reply(200, error(code))))
                .isEqualTo(new Rejected("code_" + code));
    }

    /** 1018 is an unknown state, 1085 a success. */
    @ParameterizedTest
    @CsvSource({
        "3, true",
        "21, true",
        "401, true",
        "402, true",
        "9001, true",
        "9999, true",
        "99999, true",
        "100, false",
        "119, false",
        "335, false",
        "500, false",
        "1003, false",
        "1018, false",
        "1085, false",
        "1096, false",
        "1100, false",
        "1125, false",
        "1205, false",
        "3001, false"
    })
    void leaveOpenWhatNoTableNames(int code, boolean answeredError) {
        assertThat(TbankAnswers.toOperation(CONFIRM, CHARGE, reply(200, error(code))))
                .isEqualTo(new Unknown("error-" + code, answeredError));
    }

    @Test
    void succeedOnlyWhenEverythingIsEqual() {
        long seed = System.nanoTime();
        String order = order(found("13660", "CONFIRMED", true, 0));
        for (String whole : List.of(payment("CONFIRMED"), error(1051, "REJECTED"), order)) {
            for (byte[] body : Answers.broken(whole, seed)) {
                for (int status : new int[] {200, 202, 400, 404, 409, 422, 500}) {
                    Reply reply = new Reply(status, Map.of(), body);
                    check(seed, body, TbankAnswers.toOperation(CREATE, CHARGE, reply));
                    check(seed, body, TbankAnswers.toOperation(CONFIRM, CHARGE, reply));
                    check(seed, body, TbankAnswers.toQuestion(STATUS, CHARGE, reply));
                    check(seed, body, TbankAnswers.toQuestion(LOOK_UP, CHARGE, reply));
                }
            }
        }
    }

    private static void check(long seed, byte[] body, ProviderOutcome outcome) {
        if (outcome instanceof Succeeded succeeded) {
            JsonNode read = Answers.read(body);
            JsonNode payment = read.has("Payments") ? read.get("Payments").get(0) : read;
            assertThat(List.of(
                            payment.path("PaymentId").asText(),
                            payment.path("Status").textValue(),
                            payment.path("Success").booleanValue(),
                            payment.path("Amount").longValue(),
                            read.path("OrderId").textValue()))
                    .as("seed %d", seed)
                    .isEqualTo(List.of(succeeded.externalId(), "CONFIRMED", true, 1050L, "01K0"));
        }
        assertThat(outcome).as("seed %d", seed).isNotNull();
    }

    private static String payment(String state) {
        return payment(state, "");
    }

    private static String payment(String state, String more) {
        return ("{'Success':true,'ErrorCode':'0','TerminalKey':'1DEMO','Status':'%s','PaymentId':'13660',"
                        + "'OrderId':'01K0','Amount':1050%s}")
                .formatted(state, more);
    }

    private static String canceled(String state) {
        return payment(state).replace("'Amount':1050", "'OriginalAmount':1050,'NewAmount':0");
    }

    private static String error(int code) {
        return "{'Success':false,'ErrorCode':'" + code + "','Message':'no','Details':'no'}";
    }

    private static String error(int code, String state) {
        return payment(state).replace("true", "false").replace("'0'", "'" + code + "'");
    }

    private static String order(String... payments) {
        return "{'TerminalKey':'1DEMO','OrderId':'01K0','Success':true,'ErrorCode':'0','Message':'OK','Payments':["
                + String.join(",", payments) + "]}";
    }

    private static String found(String id, String state, boolean success, int code) {
        return "{'PaymentId':'%s','Amount':1050,'Status':'%s','Success':%b,'ErrorCode':%d,'Message':'None'}"
                .formatted(id, state, success, code);
    }

    private static Declined declined(String reason) {
        return new Declined(reason, ID);
    }

    private static Unknown unknown(String why) {
        return new Unknown(why, false);
    }

    private static NotSent notSent(String why) {
        return new NotSent(why, Optional.empty());
    }
}
