package io.oncegate.payments.tbank;

import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.payments.wire.AnsweredPayment;
import io.oncegate.payments.wire.AtTheDoor;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * An answer in T-Bank's envelope, or one payment of a CheckOrder in the same words.
 *
 * @param success what it says of itself, and its HTTP status with it
 * @param code 0 where there is no error
 * @param reference the OrderId, which a payment inside a CheckOrder has from the answer around it
 */
record TbankReply(boolean success, int code, Optional<String> reference, JsonAnswer json) {

    /** A string on the outside, a number inside CheckOrder's payments. */
    private static final Pattern CODE = Pattern.compile("[0-9]{1,5}");

    /** "An order with this order_id already exists", in the words of either language. */
    private static final Predicate<String> EXISTS = Pattern.compile(
                    "уже существует|already exists", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
            .asPredicate();

    /** Empty where it is not T-Bank that speaks. */
    static Optional<TbankReply> of(Reply reply) {
        return JsonAnswer.of(reply.body()).flatMap(json -> of(json, json.text("OrderId"), AtTheDoor.accepted(reply)));
    }

    /** A notification, which has the members of an answer; empty where it is none. */
    static Optional<TbankReply> ofNotice(byte[] body) {
        return JsonAnswer.of(body).flatMap(json -> of(json, json.text("OrderId"), true));
    }

    private static Optional<TbankReply> of(JsonAnswer json, Optional<String> reference, boolean isAccepted) {
        Optional<Boolean> success = json.flag("Success").map(flag -> flag && isAccepted);
        Optional<Integer> code = json.text("ErrorCode")
                .or(() -> json.integer("ErrorCode").map(String::valueOf))
                .filter(written -> CODE.matcher(written).matches())
                .map(Integer::valueOf);
        return success.isEmpty() || code.isEmpty()
                ? Optional.empty()
                : Optional.of(new TbankReply(success.get(), code.get(), reference, json));
    }

    /** Whether nothing in it speaks of an error. */
    boolean isSuccess() {
        return success && code == 0;
    }

    Optional<String> state() {
        return json.text("Status");
    }

    Optional<String> paymentId() {
        return json.text("PaymentId").or(() -> json.integer("PaymentId").map(String::valueOf));
    }

    Optional<String> paymentUrl() {
        return json.text("PaymentURL");
    }

    /** Whether it says in words that the order id is taken. */
    boolean saysOrderExists() {
        return json.text("Message").filter(EXISTS).isPresent()
                || json.text("Details").filter(EXISTS).isPresent();
    }

    /** The payment that it is about; a Cancel tells its amount by another name. */
    Optional<AnsweredPayment> payment() {
        return AnsweredPayment.of(
                paymentId(),
                state(),
                reference,
                json.integer("Amount").or(() -> json.integer("OriginalAmount")).map(BigDecimal::valueOf),
                Optional.of(TbankDialect.CURRENCY));
    }

    /** What a CheckOrder lists; empty where it lists nothing readable. */
    Optional<List<TbankReply>> payments() {
        return json.objects("Payments").flatMap(listed -> {
            List<TbankReply> payments = listed.stream()
                    .flatMap(payment -> of(payment, reference, true).stream())
                    .toList();
            return payments.size() == listed.size() ? Optional.of(payments) : Optional.empty();
        });
    }
}
