package io.oncegate.payments.tbank;

import io.oncegate.outbound.Reply;
import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOperation;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
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
import io.oncegate.payments.wire.AnsweredPayment;
import io.oncegate.payments.wire.AtTheDoor;
import io.oncegate.payments.wire.Doubt;
import io.oncegate.payments.wire.Findings;
import io.oncegate.payments.wire.PayerStep;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What T-Bank's answers mean (acquiring documentation: Init, Charge, GetState, CheckOrder, Cancel, Payment statuses).
 * Errors come with status 200, too. What is not here is unknown.
 *
 * <pre>
 *   answer to an operation                        outcome
 *   401, 403, 425, 429, 3xx, 408, 5xx             as {@link AtTheDoor} says
 *   405, 409 and whatever else                    unknown: nobody works on a key of ours
 *   no Success or no ErrorCode                    unknown: unreadable
 *   error: terminal or token                      not sent: credentials-refused
 *   error: order exists, of Init                  unknown: reference-conflict
 *   error: wrong state, of Charge                 unknown: unexpected-state, GetState will tell
 *   error: declined                               declined with code_nnnn, unless the state says otherwise
 *   error: a parameter                            rejected
 *   error: internal, or any other                 unknown: error-nnnn
 *
 *   a payment's Status                            outcome
 *   NEW, FORM_SHOWED                              created | unexpected-state | absent, with its id
 *   AUTHORIZING, ...CHECKING, 3DS_CHECKED,
 *     AUTHORIZED, CONFIRMING                      pending
 *   3DS_CHECKING with PaymentURL                  action required
 *   3DS_CHECKING without                          the same without its address; of a Charge as {@link PayerStep} says
 *   CONFIRMED                                     succeeded
 *   REJECTED, AUTH_FAIL                           declined
 *   CANCELED, DEADLINE_EXPIRED, ATTEMPTS_EXPIRED  canceled
 *   REVERSED, REFUNDED                            refunded
 *   a part of it, or what leads to them           unknown: refunded
 *
 *   answer to a question
 *   error: not found                              absent
 *   error: wrong state, of Cancel                 unknown: not-cancelable
 *
 *   a notification
 *   PARTIAL_...                                   absent: it says nothing about the rest
 *   any other Status                              as if it had been asked for
 * </pre>
 */
final class TbankAnswers {

    private static final Set<Integer> MALFORMED = Set.of(400, 404, 422);

    private static final Set<String> UNCONFIRMED = Set.of("NEW", "FORM_SHOWED");
    private static final Set<String> WORKED_ON = Set.of(
            "PREAUTHORIZING",
            "AUTHORIZING",
            "CHECKING",
            "PAY_CHECKING",
            "3DS_CHECKED",
            "AUTHORIZED",
            "CONFIRMING",
            "CONFIRM_CHECKING");
    private static final Set<String> DECLINED = Set.of("REJECTED", "AUTH_FAIL");
    private static final Set<String> CANCELED = Set.of("CANCELED", "DEADLINE_EXPIRED", "ATTEMPTS_EXPIRED");
    private static final Set<String> GIVEN_BACK = Set.of("REVERSED", "REFUNDED");
    private static final Set<String> GIVEN_BACK_IN_PART = Set.of("PARTIAL_REVERSED", "PARTIAL_REFUNDED");
    private static final Set<String> BEING_GIVEN_BACK = Set.of("REVERSING", "REFUNDING", "ASYNC_REFUNDING");

    private TbankAnswers() {}

    static ProviderOutcome toOperation(ProviderOperation operation, Charge charge, Reply reply) {
        return elsewhere(AtTheDoor.operation(reply), reply)
                .or(() -> TbankReply.of(reply)
                        .map(answer -> answer.isSuccess()
                                ? payment(operation, charge, answer)
                                : refused(operation, charge, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    static ProviderOutcome toQuestion(ProviderOperation question, Charge charge, Reply reply) {
        return elsewhere(AtTheDoor.question(reply), reply)
                .or(() -> TbankReply.of(reply).map(answer -> told(question, charge, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    /** The amount of a notification about a part of the money is that part's. */
    static ProviderOutcome inNotice(Charge charge, TbankReply notice) {
        return notice.state().filter(GIVEN_BACK_IN_PART::contains).isPresent()
                ? new Absent(Optional.empty())
                : told(ProviderOperation.STATUS, charge, notice);
    }

    /** T-Bank's own errors come with 200; what comes with a status that it does not document is not its word. */
    private static Optional<ProviderOutcome> elsewhere(Optional<ProviderOutcome> atTheDoor, Reply reply) {
        return atTheDoor.or(() -> AtTheDoor.accepted(reply) || MALFORMED.contains(reply.status())
                ? Optional.empty()
                : Optional.of(AtTheDoor.unlisted(reply)));
    }

    private static ProviderOutcome refused(ProviderOperation operation, Charge charge, TbankReply answer) {
        int code = answer.code();
        if (TbankErrors.isAboutCredentials(code)) {
            return new NotSent("credentials-refused", Optional.empty());
        }
        if (operation == ProviderOperation.CREATE && (TbankErrors.isOrderExists(code) || answer.saysOrderExists())) {
            return Doubt.REFERENCE_CONFLICT;
        }
        if (TbankErrors.isWrongState(code)) {
            return Doubt.UNEXPECTED_STATE;
        }
        if (TbankErrors.isDecline(code)) {
            return declined(charge, answer);
        }
        return TbankErrors.isAboutParameters(code) && !TbankErrors.isNotFound(code)
                ? new Rejected("code_" + code)
                : new Unknown("error-" + code, TbankErrors.isInternal(code));
    }

    /** Holds only where nothing else in the answer speaks against it. */
    private static ProviderOutcome declined(Charge charge, TbankReply answer) {
        Optional<AnsweredPayment> payment = answer.payment();
        Optional<ProviderOutcome> difference = payment.flatMap(known -> differing(charge, known));
        if (difference.isPresent()) {
            return difference.get();
        }
        boolean agrees = answer.state()
                .map(state -> isEnd(state) || UNCONFIRMED.contains(state))
                .orElse(true);
        return agrees ? new Declined("code_" + answer.code(), payment.map(AnsweredPayment::id)) : Doubt.CONTRADICTION;
    }

    private static ProviderOutcome told(ProviderOperation question, Charge charge, TbankReply answer) {
        if (question == ProviderOperation.LOOK_UP && answer.isSuccess()) {
            return found(charge, answer);
        }
        if (answer.isSuccess() || answer.state().filter(TbankAnswers::isEnd).isPresent()) {
            return payment(question, charge, answer);
        }
        int code = answer.code();
        if (TbankErrors.isAboutCredentials(code)) {
            return new NotSent("credentials-refused", Optional.empty());
        }
        if (TbankErrors.isNotFound(code)) {
            return new Absent(Optional.empty());
        }
        return question == ProviderOperation.CANCEL && TbankErrors.isWrongState(code)
                ? Doubt.NOT_CANCELABLE
                : new Unknown("error-" + code, false);
    }

    /** A payment that ended without its money may be told as an error with the reason for it. */
    private static boolean isEnd(String state) {
        return DECLINED.contains(state) || CANCELED.contains(state);
    }

    private static ProviderOutcome found(Charge charge, TbankReply answer) {
        if (answer.reference().isEmpty()) {
            return Doubt.UNREADABLE;
        }
        if (answer.reference().filter(charge.reference()::equals).isEmpty()) {
            return new Mismatch("reference", Optional.empty());
        }
        return answer.payments()
                .map(payments -> payments.stream()
                        .map(payment -> payment(ProviderOperation.LOOK_UP, charge, payment))
                        .toList())
                .map(Findings::strongest)
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome payment(ProviderOperation asked, Charge charge, TbankReply answer) {
        return answer.payment()
                .map(payment -> differing(charge, payment).orElseGet(() -> byStatus(asked, charge, payment, answer)))
                .orElse(Doubt.UNREADABLE);
    }

    private static ProviderOutcome byStatus(
            ProviderOperation asked, Charge charge, AnsweredPayment payment, TbankReply answer) {
        String id = payment.id();
        String state = payment.state();
        if (state.equals("CONFIRMED")) {
            return answer.isSuccess() ? new Succeeded(id) : Doubt.CONTRADICTION;
        }
        if (state.equals("3DS_CHECKING")) {
            return payerStep(asked, charge, id, answer.paymentUrl());
        }
        if (UNCONFIRMED.contains(state)) {
            return unconfirmed(asked, id);
        }
        if (WORKED_ON.contains(state)) {
            return new Pending(Optional.of(id));
        }
        if (DECLINED.contains(state)) {
            return new Declined(reason(state, answer.code()), Optional.of(id));
        }
        if (CANCELED.contains(state)) {
            return new Canceled(id);
        }
        if (GIVEN_BACK.contains(state)) {
            return new Refunded(id);
        }
        return GIVEN_BACK_IN_PART.contains(state) || BEING_GIVEN_BACK.contains(state)
                ? Doubt.REFUNDED
                : Doubt.UNKNOWN_STATE;
    }

    /** A code about the wrong state is about the question, not about the payment. */
    private static String reason(String state, int code) {
        boolean isItsOwn = code != 0 && !TbankErrors.isWrongState(code);
        return isItsOwn ? "code_" + code : state.toLowerCase(Locale.ROOT);
    }

    /** GetState and CheckOrder never tell the address: what they leave out says nothing about the payer. */
    private static ProviderOutcome payerStep(ProviderOperation asked, Charge charge, String id, Optional<String> url) {
        return url.isEmpty() && asked != ProviderOperation.CONFIRM
                ? new ActionRequired(id, Optional.empty())
                : PayerStep.at(url, charge, id);
    }

    private static ProviderOutcome unconfirmed(ProviderOperation asked, String id) {
        return switch (asked) {
            case CREATE -> new Created(id);
            case STATUS, LOOK_UP, CANCEL -> new Absent(Optional.of(id));
            case CONFIRM, CHARGE -> Doubt.UNEXPECTED_STATE;
        };
    }

    private static Optional<ProviderOutcome> differing(Charge charge, AnsweredPayment payment) {
        return payment.differsFrom(
                charge.reference(), Optional.of(BigDecimal.valueOf(charge.amount())), charge.currency());
    }
}
