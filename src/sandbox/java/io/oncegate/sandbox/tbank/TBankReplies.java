package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** What T-Bank says when nothing is wrong with the request. */
final class TBankReplies {
    private static final int REFERENCE_LENGTH = 12;

    private TBankReplies() {}

    static Reply of(Payment payment, PaymentState state) {
        return Reply.ok(success(payment, state));
    }

    static Reply withPage(Payment payment, String pageUrl) {
        return Reply.ok(success(payment, payment.state()).put("PaymentURL", pageUrl));
    }

    static Reply status(Payment payment, PaymentState state) {
        return Reply.ok(success(payment, state).put("Message", "OK"));
    }

    static Reply cancelled(Payment payment) {
        var amount = payment.shown().value().longValueExact();
        var body =
                success(payment, payment.state()).put("OriginalAmount", amount).put("NewAmount", 0);
        body.remove("Amount");
        return Reply.ok(body);
    }

    static Reply order(Payment payment, JsonArray payments) {
        return Reply.ok(new JsonObject()
                .put("Success", true)
                .put("ErrorCode", "0")
                .put("Message", "OK")
                .put("TerminalKey", payment.terms().terminal())
                .put("OrderId", payment.terms().orderId())
                .put("Payments", payments));
    }

    /** A payment among those of its order. */
    static JsonObject line(Payment payment, PaymentState state) {
        var line = new JsonObject()
                .put("PaymentId", payment.id())
                .put("Amount", payment.shown().value().longValueExact())
                .put("Status", state.status().word())
                .put("Success", !state.isRejected())
                .put("ErrorCode", state.errorCode())
                .put("Message", state.message());
        return state.status() == PaymentStatus.CONFIRMED ? line.put("RRN", reference(payment)) : line;
    }

    /** The retrieval reference number: always the same for one payment. */
    private static String reference(Payment payment) {
        return payment.id().substring(Math.max(0, payment.id().length() - REFERENCE_LENGTH));
    }

    private static JsonObject success(Payment payment, PaymentState state) {
        return new JsonObject()
                .put("Success", true)
                .put("ErrorCode", "0")
                .mergeIn(payment.facts())
                .put("Status", state.status().word());
    }
}
