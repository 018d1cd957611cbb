package io.oncegate.payments.stripe;

import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.outbound.wire.Reason;
import io.oncegate.outbound.wire.Wait;
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
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Rejected;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.wire.AnsweredPayment;
import io.oncegate.payments.wire.AtTheDoor;
import io.oncegate.payments.wire.Doubt;
import io.oncegate.payments.wire.Findings;
import io.oncegate.payments.wire.PayerStep;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What Stripe's answers mean (API reference: Errors, Idempotent requests, The PaymentIntent object). What is not here
 * is unknown.
 *
 * <pre>
 *   answer to an operation                                     outcome
 *   409 idempotency_key_in_use, 409 or 429 lock_timeout        busy
 *   401, 403, 425, 429, 3xx, 408, 5xx                          as {@link AtTheDoor} says
 *   2xx that is no PaymentIntent, 4xx without an error object  unknown: unreadable
 *   idempotency_error                                          unknown: key-conflict
 *   402 or 400 card_error, payment_method_*, no such method    declined
 *   payment_intent_unexpected_state                            unknown: unexpected-state, a GET will tell
 *   400, 422; 404 of a create                                  rejected
 *
 *   a PaymentIntent's status                                   outcome
 *   succeeded                                                  succeeded
 *   processing                                                 pending
 *   requires_action                                            action required, or declined without an address for it
 *   requires_confirmation                                      created | unexpected-state | absent, with its id
 *   requires_payment_method with an error / without            declined / the same three
 *   canceled                                                   canceled
 *   requires_capture                                           unknown: unexpected-state, we never ask for a hold
 *
 *   answer to a question
 *   404 resource_missing                                       absent
 *   payment_intent_unexpected_state of a cancel                unknown: not-cancelable
 *
 *   a Charge in a notice
 *   refunded / in part                                         refunded / absent: it says nothing
 * </pre>
 */
final class StripeAnswers {

    /** Where a refusal's own copy of the PaymentIntent may stand. */
    private static final Set<String> AFTER_A_DECLINE =
            Set.of("requires_payment_method", "requires_confirmation", "canceled");

    /** Where a PaymentIntent tells the payer's address. */
    private static final String[] ADDRESS = {"next_action", "redirect_to_url", "url"};

    private StripeAnswers() {}

    static ProviderOutcome toOperation(ProviderOperation operation, Charge charge, Reply reply) {
        Optional<JsonAnswer> body = JsonAnswer.of(reply.body());
        Optional<StripeError> error = body.flatMap(StripeError::of);
        boolean isContended = reply.status() == 409 || reply.status() == 429;
        if (isContended && error.filter(StripeError::isInUse).isPresent()) {
            return new Busy(Wait.askedFor(reply));
        }
        return AtTheDoor.operation(reply)
                .or(() -> AtTheDoor.accepted(reply)
                        ? body.map(intent -> payment(operation, charge, intent))
                        : error.map(refusal -> refused(operation, charge, reply, refusal)))
                .orElse(Doubt.UNREADABLE);
    }

    static ProviderOutcome toQuestion(ProviderOperation question, Charge charge, Reply reply) {
        Optional<JsonAnswer> body = JsonAnswer.of(reply.body());
        return AtTheDoor.question(reply)
                .or(() -> AtTheDoor.accepted(reply)
                        ? body.map(answer -> found(question, charge, answer))
                        : body.flatMap(StripeError::of).map(error -> unanswered(question, reply, error)))
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome refused(ProviderOperation operation, Charge charge, Reply reply, StripeError error) {
        int status = reply.status();
        if (error.isKeyConflict()) {
            return Doubt.KEY_CONFLICT;
        }
        if (error.isWrongState()) {
            return Doubt.UNEXPECTED_STATE;
        }
        boolean isMalformed = status == 400 || status == 422;
        boolean isMissing = status == 404;
        if (error.isDecline() && (isMalformed || isMissing || status == 402)) {
            return declined(charge, error);
        }
        return isMalformed || (isMissing && operation == ProviderOperation.CREATE)
                ? new Rejected(Reason.of(error.word()))
                : AtTheDoor.unlisted(reply);
    }

    private static ProviderOutcome declined(Charge charge, StripeError error) {
        Optional<AnsweredPayment> payment = error.intent().flatMap(StripeAnswers::answered);
        Declined declined = new Declined(Reason.of(error.word()), payment.map(AnsweredPayment::id));
        return payment.<ProviderOutcome>map(known -> differing(charge, known)
                        .orElse(AFTER_A_DECLINE.contains(known.state()) ? declined : Doubt.CONTRADICTION))
                .orElse(declined);
    }

    private static ProviderOutcome payment(ProviderOperation asked, Charge charge, JsonAnswer intent) {
        return answered(intent)
                .map(payment -> differing(charge, payment).orElseGet(() -> byStatus(asked, charge, payment, intent)))
                .orElse(Doubt.UNREADABLE);
    }

    /**
     * The PaymentIntent that a notice is about, read as if it had been asked for. That the payer has to do something it may
     * say without saying where, which tells nothing about the payer.
     */
    static ProviderOutcome inNotice(Charge charge, JsonAnswer intent) {
        boolean waitsForPayer =
                intent.text("status").filter("requires_action"::equals).isPresent();
        if (!waitsForPayer || intent.text(ADDRESS).isPresent()) {
            return payment(ProviderOperation.STATUS, charge, intent);
        }
        return answered(intent)
                .map(payment ->
                        differing(charge, payment).orElseGet(() -> new ActionRequired(payment.id(), Optional.empty())))
                .orElse(Doubt.UNREADABLE);
    }

    /** The Charge that a notice is about, when money was given back. A part of it says nothing about the rest. */
    static ProviderOutcome givenBack(Charge charge, JsonAnswer refunded) {
        if (!refunded.flag("refunded").orElse(false)) {
            return new Absent(Optional.empty());
        }
        return AnsweredPayment.of(
                        StripeNotices.intentOf(refunded),
                        refunded.text("status"),
                        Optional.of(refunded.text("metadata", "reference").orElse(charge.reference())),
                        refunded.integer("amount").map(BigDecimal::valueOf),
                        refunded.text("currency"))
                .map(payment -> differing(charge, payment).orElseGet(() -> new Refunded(payment.id())))
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome byStatus(
            ProviderOperation asked, Charge charge, AnsweredPayment payment, JsonAnswer intent) {
        String id = payment.id();
        return switch (payment.state()) {
            case "succeeded" -> received(payment, intent);
            case "processing" -> new Pending(Optional.of(id));
            case "requires_action" -> PayerStep.at(intent.text(ADDRESS), charge, id);
            case "requires_confirmation" -> unconfirmed(asked, id);
            case "requires_payment_method" ->
                intent.object("last_payment_error")
                        .<ProviderOutcome>map(error -> new Declined(wordOf(error), Optional.of(id)))
                        .orElseGet(() -> unconfirmed(asked, id));
            case "canceled" -> new Canceled(id);
            case "requires_capture" -> Doubt.UNEXPECTED_STATE;
            default -> Doubt.UNKNOWN_STATE;
        };
    }

    /** What was received is the money; the amount alone is what was asked for. */
    private static ProviderOutcome received(AnsweredPayment payment, JsonAnswer intent) {
        boolean isAll = intent.integer("amount_received")
                .map(received -> payment.amount().compareTo(BigDecimal.valueOf(received)) == 0)
                .orElse(true);
        return isAll ? new Succeeded(payment.id()) : new Mismatch("amount", Optional.of(payment.id()));
    }

    private static ProviderOutcome unconfirmed(ProviderOperation asked, String id) {
        return switch (asked) {
            case CREATE -> new Created(id);
            case STATUS, LOOK_UP, CANCEL -> new Absent(Optional.of(id));
            case CONFIRM, CHARGE -> Doubt.UNEXPECTED_STATE;
        };
    }

    private static String wordOf(JsonAnswer error) {
        return Reason.of(error.text("decline_code")
                .or(() -> error.text("code"))
                .or(() -> error.text("type"))
                .orElse(""));
    }

    private static ProviderOutcome found(ProviderOperation question, Charge charge, JsonAnswer answer) {
        if (question != ProviderOperation.LOOK_UP) {
            return payment(question, charge, answer);
        }
        return answer.objects("data")
                .map(intents -> Findings.strongest(ours(charge, intents)))
                .orElse(Doubt.UNREADABLE);
    }

    /** Search compares as it likes; what has another reference is none of ours. */
    private static List<ProviderOutcome> ours(Charge charge, List<JsonAnswer> intents) {
        return intents.stream()
                .filter(intent -> intent.text("metadata", "reference")
                        .filter(charge.reference()::equals)
                        .isPresent())
                .map(intent -> payment(ProviderOperation.LOOK_UP, charge, intent))
                .toList();
    }

    private static ProviderOutcome unanswered(ProviderOperation question, Reply reply, StripeError error) {
        if (reply.status() == 404 && error.isMissing()) {
            return new Absent(Optional.empty());
        }
        return question == ProviderOperation.CANCEL && error.isWrongState()
                ? Doubt.NOT_CANCELABLE
                : AtTheDoor.unlisted(reply);
    }

    private static Optional<AnsweredPayment> answered(JsonAnswer intent) {
        return AnsweredPayment.of(
                intent.text("id"),
                intent.text("status"),
                intent.text("metadata", "reference"),
                intent.integer("amount").map(BigDecimal::valueOf),
                intent.text("currency"));
    }

    private static Optional<ProviderOutcome> differing(Charge charge, AnsweredPayment payment) {
        return payment.differsFrom(
                charge.reference(),
                StripeAmounts.written(charge.amount(), charge.currency()).map(BigDecimal::valueOf),
                charge.currency().toLowerCase(Locale.ROOT));
    }
}
