package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.keys.LockedClaim;
import io.oncegate.sandbox.script.Subject;
import io.oncegate.sandbox.script.UnusableScript;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What changes PaymentIntents: creating, confirming, cancelling. */
final class IntentCommands {
    private static final Set<String> CONFIRM_PARAMETERS = Set.of(
            "error_on_requires_action",
            "expand",
            "mandate_data",
            "off_session",
            "payment_method",
            "payment_method_options",
            "payment_method_types",
            "receipt_email",
            "return_url",
            "setup_future_usage",
            "shipping",
            "use_stripe_sdk");
    private static final Set<String> CANCEL_PARAMETERS = Set.of("cancellation_reason", "expand");
    private static final String NO_METHOD =
            "You cannot confirm this PaymentIntent because it's missing a payment method."
                    + " You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it"
                    + " again directly with a payment method or ConfirmationToken.";
    private static final String CONFIRMED =
            "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.";
    private static final String NOT_CONFIRMABLE =
            "You cannot confirm this PaymentIntent because it has a status of %s. Only a PaymentIntent with one of the"
                    + " following statuses may be confirmed: requires_confirmation, requires_action.";
    private static final String NOT_CANCELLABLE =
            "You cannot cancel this PaymentIntent because it has a status of %s. Only a PaymentIntent with one of the"
                    + " following statuses may be canceled: requires_payment_method, requires_capture,"
                    + " requires_confirmation, requires_action, processing.";

    private final StripeBooks books;
    private final StripeKeys keys;
    private final Prompter prompter;

    IntentCommands(StripeBooks books, StripeKeys keys, Prompter prompter) {
        this.books = books;
        this.keys = keys;
        this.prompter = prompter;
    }

    void create(StripeCall call) throws Refused {
        var confirmed = call.form().isTrue("confirm");
        var id = StripeIds.intent();
        // A confirmed one has no id that an equal request could be known by; its key has to do.
        var key = call.key();
        var name = confirmed && key != null ? key : id;
        var subject = new Subject(StripeDialect.NAME, call.path(), IntentTerms.reference(call.form()), key, name);
        books.world().called(subject);
        keys.once(call, claim -> {
            var terms = IntentTerms.ofIntent(call.form());
            var intent = new PaymentIntent(
                    call.account(), id, name, terms, books.world().clock());
            if (confirmed) {
                serve(call, intent, subject, claim);
            } else {
                intent.returnTo(call.form().get("return_url"));
                books.keep(intent);
                conclude(call, intent, IntentState.unconfirmed(call.form().get("payment_method")), claim);
            }
        });
    }

    void confirm(StripeCall call, String id) throws Refused {
        var intent = books.intent(call.account(), id);
        var subject = intent.subject(call.path(), call.key());
        books.world().called(subject);
        keys.once(call, claim -> {
            call.form().knowsOnly(CONFIRM_PARAMETERS);
            books.refuseIfLocked(intent);
            var state = intent.observed().now().orElseThrow();
            if (!state.status().canBeConfirmed()) {
                var message = state.status() == IntentStatus.SUCCEEDED
                        ? CONFIRMED
                        : NOT_CONFIRMABLE.formatted(state.status().word());
                throw new Refused(StripeErrors.unexpectedState(message, intent.toJson(state)));
            }
            serve(call, intent, subject, claim);
        });
    }

    void cancel(StripeCall call, String id) throws Refused {
        var intent = books.intent(call.account(), id);
        books.world().called(intent.subject(call.path(), call.key()));
        keys.once(call, claim -> {
            call.form().knowsOnly(CANCEL_PARAMETERS);
            books.refuseIfLocked(intent);
            var state = intent.observed().now().orElseThrow();
            if (!state.status().canBeCancelled()) {
                throw new Refused(StripeErrors.unexpectedState(
                        NOT_CANCELLABLE.formatted(state.status().word()), intent.toJson(state)));
            }
            var second = books.world().clock().instant().getEpochSecond();
            conclude(call, intent, state.cancelled(second, call.form().get("cancellation_reason")), claim);
        });
    }

    /** The intent's money is to move: with the method given now, or else with the one it has. */
    private void serve(StripeCall call, PaymentIntent intent, Subject subject, Claim claim) throws Refused {
        var method = methodFor(call, intent);
        var carried = carriedBy(method);
        var page = call.exchange().url(books.pages().path(intent.id()));
        var choice = new PayerChoice(method, call.form().get("return_url"), page);
        var confirmation = new Confirmation(books, intent, subject, choice);
        var locked = new LockedClaim(claim, books.lockedIntents(), intent.id());
        prompter.serve(new EffectRequest(subject, confirmation, locked, call.exchange()), carried);
    }

    private static String methodFor(StripeCall call, PaymentIntent intent) throws Refused {
        var given = call.form().get("payment_method");
        if (given != null) {
            return given;
        }
        var state = intent.observed().now().orElseGet(() -> IntentState.unconfirmed(null));
        var known = state.paymentMethod();
        if (known == null) {
            throw new Refused(StripeErrors.unexpectedState(NO_METHOD, intent.toJson(state)));
        }
        return known;
    }

    private static void conclude(StripeCall call, PaymentIntent intent, IntentState state, Claim claim) {
        intent.observed().become(state);
        var reply = Reply.ok(intent.toJson(state));
        claim.keep(reply);
        call.exchange().answer(reply);
    }

    static List<Verb> carriedBy(@Nullable String method) throws Refused {
        try {
            return VerbList.carriedBy(method);
        } catch (UnusableScript unusable) {
            throw new Refused(StripeErrors.unusableParameter("payment_method", null, unusable.sentence()));
        }
    }
}
