package io.oncegate.payments.keyless;

import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.outbound.wire.Reason;
import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Rejected;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.wire.AnsweredPayment;
import io.oncegate.payments.wire.AtTheDoor;
import io.oncegate.payments.wire.Doubt;
import io.oncegate.payments.wire.PayerStep;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a crude provider's answers mean. What is not here is unknown.
 *
 * <pre>
 *   answer                                         outcome
 *   401, 403, 425, 429, 3xx, 408, 5xx              as {@link AtTheDoor} says
 *   no JSON object; 2xx with a member missing      unknown: unreadable
 *   402                                            declined
 *   400, 404, 422                                  rejected
 *
 *   status of a 2xx                                outcome
 *   succeeded                                      succeeded
 *   pending                                        pending
 *   action_required, with redirect_url             action required, or declined without an address for it
 *   refunded                                       refunded
 *   declined                                       declined
 * </pre>
 */
final class KeylessAnswers {

    private KeylessAnswers() {}

    static ProviderOutcome toOperation(Charge charge, Reply reply) {
        Optional<JsonAnswer> body = JsonAnswer.of(reply.body());
        return AtTheDoor.operation(reply)
                .or(() -> body.map(
                        answer -> AtTheDoor.accepted(reply) ? payment(charge, answer) : refused(reply, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome refused(Reply reply, JsonAnswer error) {
        return switch (reply.status()) {
            case 402 -> new Declined(reason(error, "declined"), Optional.empty());
            case 400, 404, 422 -> new Rejected(reason(error, "status-" + reply.status()));
            default -> AtTheDoor.unlisted(reply);
        };
    }

    static ProviderOutcome payment(Charge charge, JsonAnswer answer) {
        return AnsweredPayment.of(
                        answer.text("id"),
                        answer.text("status"),
                        answer.text("reference"),
                        answer.integer("amount").map(BigDecimal::valueOf),
                        answer.text("currency"))
                .map(payment -> payment.differsFrom(
                                charge.reference(), Optional.of(BigDecimal.valueOf(charge.amount())), charge.currency())
                        .orElseGet(() -> byStatus(charge, payment, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome byStatus(Charge charge, AnsweredPayment payment, JsonAnswer answer) {
        String id = payment.id();
        return switch (payment.state()) {
            case "succeeded" -> new Succeeded(id);
            case "pending" -> new Pending(Optional.of(id));
            case "action_required" -> PayerStep.at(answer.text("redirect_url"), charge, id);
            case "refunded" -> new Refunded(id);
            case "declined" -> new Declined(reason(answer, "declined"), Optional.of(id));
            default -> Doubt.UNKNOWN_STATE;
        };
    }

    private static String reason(JsonAnswer answer, String otherwise) {
        return Reason.of(answer.text("reason")
                .or(() -> answer.text("code"))
                .or(() -> answer.text("error"))
                .orElse(otherwise));
    }
}
