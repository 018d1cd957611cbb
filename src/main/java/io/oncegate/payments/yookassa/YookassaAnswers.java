package io.oncegate.payments.yookassa;

import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.outbound.wire.Reason;
import io.oncegate.outbound.wire.Wait;
import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.Busy;
import io.oncegate.payments.ProviderOutcome.Canceled;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Rejected;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.wire.AnsweredPayment;
import io.oncegate.payments.wire.AtTheDoor;
import io.oncegate.payments.wire.Doubt;
import io.oncegate.payments.wire.MinorUnits;
import io.oncegate.payments.wire.PayerStep;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What YooKassa's answers mean (API reference: HTTP response codes, The payment object, Reasons for cancellation). What
 * is not here is unknown.
 *
 * <pre>
 *   answer to an operation                                    outcome
 *   202 processing, 409                                       busy
 *   401, 403, 425, 429, 3xx, 408, 5xx                         as {@link AtTheDoor} says
 *   2xx that is no payment, 4xx that is no error              unknown: unreadable
 *   400 about the Idempotence-Key                             unknown: key-conflict
 *   400 about the token or the saved method                   declined: it cannot be used
 *   400, 404, 422                                             rejected
 *
 *   a payment's status                                        outcome
 *   succeeded; with all / a part of it given back             succeeded; refunded / unknown: refunded
 *   pending; with an address for the payer                    pending; action required
 *   canceled by us or by time, or without a reason            canceled
 *   canceled for any other reason                             declined with it
 *   waiting_for_capture                                       unknown: unexpected-state, we never ask for a hold
 *
 *   answer to a question
 *   202 processing                                            pending
 *   404 not_found                                             absent
 * </pre>
 */
final class YookassaAnswers {

    private static final String KEY_HEADER = "Idempotence-Key";

    private static final Set<String> METHOD = Set.of("payment_token", "payment_method_id", "payment_method");

    /** Nobody declined anything: the payment ran out of time, theirs or the payer's, or was stopped. */
    private static final Set<String> ENDED_WITHOUT_A_DECLINE = Set.of(
            "canceled_by_merchant",
            "deal_expired",
            "expired_on_capture",
            "expired_on_confirmation",
            "internal_timeout");

    private YookassaAnswers() {}

    static ProviderOutcome toOperation(Charge charge, Reply reply) {
        Optional<JsonAnswer> body = JsonAnswer.of(reply.body());
        return AtTheDoor.operation(reply)
                .or(() -> body.map(
                        answer -> AtTheDoor.accepted(reply) ? accepted(charge, answer) : refused(reply, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    static ProviderOutcome toQuestion(Charge charge, Reply reply) {
        Optional<JsonAnswer> body = JsonAnswer.of(reply.body());
        return AtTheDoor.question(reply)
                .or(() -> body.map(
                        answer -> AtTheDoor.accepted(reply) ? told(charge, answer) : unanswered(reply, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome accepted(Charge charge, JsonAnswer answer) {
        return isProcessing(answer)
                ? new Busy(answer.integer("retry_after").map(YookassaAnswers::pause))
                : payment(charge, answer);
    }

    private static ProviderOutcome told(Charge charge, JsonAnswer answer) {
        return isProcessing(answer) ? new Pending(Optional.empty()) : payment(charge, answer);
    }

    /** The one 2xx that is no payment; its wait is in milliseconds. */
    private static boolean isProcessing(JsonAnswer answer) {
        return answer.text("type").filter("processing"::equals).isPresent();
    }

    private static Duration pause(long millis) {
        return Wait.clamped(Duration.ofMillis(millis));
    }

    private static ProviderOutcome refused(Reply reply, JsonAnswer error) {
        if (reply.status() == 409) {
            return new Busy(Wait.askedFor(reply));
        }
        Optional<String> code = error.text("code");
        if (code.isEmpty()) {
            return Doubt.UNREADABLE;
        }
        String parameter = error.text("parameter").orElse("");
        if (parameter.equalsIgnoreCase(KEY_HEADER) || isAboutTheKey(error)) {
            return Doubt.KEY_CONFLICT;
        }
        String reason = Reason.of(parameter.isEmpty() ? code.get() : code.get() + "." + parameter);
        return switch (reply.status()) {
            case 400, 422 -> METHOD.contains(parameter) ? new Declined(reason, Optional.empty()) : new Rejected(reason);
            case 404 -> new Rejected(reason);
            default -> AtTheDoor.unlisted(reply);
        };
    }

    /** "Idempotence key duplicated": the parameter's name is not on every answer that says so. */
    private static boolean isAboutTheKey(JsonAnswer error) {
        return error.text("description")
                .filter(description -> description.toLowerCase(Locale.ROOT).contains("idempotence key"))
                .isPresent();
    }

    private static ProviderOutcome unanswered(Reply reply, JsonAnswer error) {
        boolean isUnknownThere = error.text("code").filter("not_found"::equals).isPresent();
        return reply.status() == 404 && isUnknownThere ? new Absent(Optional.empty()) : AtTheDoor.unlisted(reply);
    }

    static ProviderOutcome payment(Charge charge, JsonAnswer answer) {
        return AnsweredPayment.of(
                        answer.text("id"),
                        answer.text("status"),
                        answer.text("metadata", "reference"),
                        answer.text("amount", "value").flatMap(YookassaAmounts::read),
                        answer.text("amount", "currency"))
                .map(payment -> payment.differsFrom(
                                charge.reference(),
                                Optional.of(MinorUnits.major(charge.amount(), charge.currency())),
                                charge.currency())
                        .orElseGet(() -> byStatus(charge, payment, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome byStatus(Charge charge, AnsweredPayment payment, JsonAnswer answer) {
        String id = payment.id();
        return switch (payment.state()) {
            case "succeeded" -> received(payment, answer);
            case "pending" ->
                answer.text("confirmation", "confirmation_url")
                        .map(url -> PayerStep.at(Optional.of(url), charge, id))
                        .orElseGet(() -> new Pending(Optional.of(id)));
            case "canceled" -> ended(id, answer.text("cancellation_details", "reason"));
            case "waiting_for_capture" -> Doubt.UNEXPECTED_STATE;
            default -> Doubt.UNKNOWN_STATE;
        };
    }

    /** A payment stays {@code succeeded} when its money is given back, all of it or a part. */
    private static ProviderOutcome received(AnsweredPayment payment, JsonAnswer answer) {
        BigDecimal givenBack = answer.text("refunded_amount", "value")
                .flatMap(YookassaAmounts::read)
                .orElse(BigDecimal.ZERO);
        if (givenBack.signum() == 0) {
            return new Succeeded(payment.id());
        }
        return givenBack.compareTo(payment.amount()) == 0 ? new Refunded(payment.id()) : Doubt.REFUNDED;
    }

    private static ProviderOutcome ended(String id, Optional<String> reason) {
        return reason.filter(word -> !ENDED_WITHOUT_A_DECLINE.contains(word))
                .<ProviderOutcome>map(word -> new Declined(Reason.of(word), Optional.of(id)))
                .orElseGet(() -> new Canceled(id));
    }
}
