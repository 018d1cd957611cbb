package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonObject;

/** T-Bank's errors, in its own words; most come as a success of HTTP. */
final class TBankErrors {
    /** The issuer's refusal: not enough money. */
    static final String DECLINED = "1051";

    static final String DECLINED_MESSAGE = "Недостаточно средств на карте.";

    /** The payer did not pass 3-D Secure. */
    static final String NOT_AUTHENTICATED = "101";

    static final String NOT_AUTHENTICATED_MESSAGE = "Не пройдена идентификация 3DS.";

    private static final int OK = 200;
    private static final String OTHER = "9999";
    private static final String PARAMETERS = "Неверные параметры.";

    private TBankErrors() {}

    static Reply token() {
        return error("204", "Неверный токен. Проверьте пару TerminalKey/SecretKey.", "");
    }

    static Reply parameters(String details) {
        return error(OTHER, PARAMETERS, details);
    }

    static Reply orderExists() {
        return error("8", "Неверный статус транзакции.", "Заказ с таким order_id уже существует.");
    }

    static Reply notFound(String details) {
        return error("255", PARAMETERS, details);
    }

    static Reply wrongState(Payment payment, PaymentState state) {
        return Reply.ok(body("4", "Не получается изменить статус платежа.", "")
                .mergeIn(payment.facts())
                .put("Status", state.status().word()));
    }

    static Reply declined(Payment payment, PaymentState state) {
        return Reply.ok(body(state.errorCode(), state.message(), "")
                .mergeIn(payment.facts())
                .put("Status", state.status().word()));
    }

    static Reply ofHttp(int status, String message) {
        return Reply.of(status, body(OTHER, message, ""));
    }

    private static Reply error(String code, String message, String details) {
        return Reply.of(OK, body(code, message, details));
    }

    private static JsonObject body(String code, String message, String details) {
        return new JsonObject()
                .put("Success", false)
                .put("ErrorCode", code)
                .put("Message", message)
                .put("Details", details);
    }
}
