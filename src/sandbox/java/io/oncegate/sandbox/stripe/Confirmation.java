package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Effect;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.PayerStep;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Confirming an intent, or creating a confirmed one: until it comes to something, a created one is not there. */
final class Confirmation implements Effect {
    private final StripeBooks books;
    private final PaymentIntent intent;
    private final Subject subject;
    private final PayerChoice choice;
    private final Optional<CardRefusal> refusal;

    Confirmation(StripeBooks books, PaymentIntent intent, Subject subject, PayerChoice choice) {
        this.books = books;
        this.intent = intent;
        this.subject = subject;
        this.choice = choice;
        this.refusal = CardRefusal.of(choice.method());
    }

    @Override
    public Reply approve() {
        pay();
        return answer();
    }

    @Override
    public Reply decline() {
        fail(refusal.orElse(CardRefusal.GENERIC));
        return answer();
    }

    @Override
    public Reply askPayer() {
        intent.returnTo(choice.returnUrl());
        var step = new PayerStep(
                "Pay %s %s"
                        .formatted(
                                intent.shown().value().toPlainString(),
                                intent.shown().currency()),
                intent.returnUrl(),
                this::waitsForPayer,
                this::pay,
                () -> become(IntentState.declined(null, StripeErrors.authenticationError())));
        books.pages().open(intent.id(), step);
        become(IntentState.action(choice.method(), nextAction()));
        return answer();
    }

    @Override
    public Reply pend() {
        become(IntentState.processing(choice.method()));
        return answer();
    }

    @Override
    public void settle() {
        if (intent.is(IntentStatus.PROCESSING)) {
            pay();
        }
    }

    @Override
    public void misstateAmount() {
        intent.shown().misstateAmount();
    }

    @Override
    public void misstateCurrency() {
        intent.shown().misstateCurrency();
    }

    @Override
    public Observed<IntentState> observed() {
        return intent.observed();
    }

    @Override
    public Optional<Notice> notice() {
        var now = books.world().clock().instant();
        return observed()
                .now()
                .flatMap(state -> StripeEvent.ofIntent(state.status())
                        .map(type -> StripeEvent.of(type, intent.toJson(state), subject.key(), now)));
    }

    /** Where Stripe cannot send the payer to a page it leaves the step to its own script in the payer's browser. */
    private JsonObject nextAction() {
        var returnUrl = intent.returnUrl();
        if (returnUrl == null) {
            var script = new JsonObject().put("type", "three_d_secure_redirect").put("stripe_js", choice.pageUrl());
            return new JsonObject().put("type", "use_stripe_sdk").put("use_stripe_sdk", script);
        }
        var redirect = new JsonObject().put("return_url", returnUrl).put("url", choice.pageUrl());
        return new JsonObject().put("type", "redirect_to_url").put("redirect_to_url", redirect);
    }

    /** Not while another confirmation is at work on the intent: one of the two would charge it again. */
    private boolean waitsForPayer() {
        return intent.is(IntentStatus.REQUIRES_ACTION) && !books.lockedIntents().contains(intent.id());
    }

    /** The money moves, unless the card's issuer refuses: no approval of others changes its mind. */
    private void pay() {
        refusal.ifPresentOrElse(this::fail, this::succeed);
    }

    private void fail(CardRefusal why) {
        var charge = charge(ChargeStatus.FAILED);
        become(IntentState.declined(charge.id(), StripeErrors.cardError(why, charge.id())));
    }

    private void succeed() {
        var charge = charge(ChargeStatus.SUCCEEDED);
        books.world().charged(subject, intent.terms().money());
        become(IntentState.succeeded(choice.method(), charge.id()));
    }

    private void become(IntentState state) {
        intent.returnTo(choice.returnUrl());
        books.keep(intent);
        intent.observed().become(state);
    }

    /** The intent as it is now; one that was just refused stands in the error that says so. */
    private Reply answer() {
        var state = intent.observed().now().orElseThrow();
        var error = state.detailOf(IntentStatus.REQUIRES_PAYMENT_METHOD);
        return error == null
                ? Reply.ok(intent.toJson(state))
                : StripeErrors.declined(error.copy().put("payment_intent", intent.toJson(state)));
    }

    private Charge charge(ChargeStatus status) {
        var clock = books.world().clock();
        var origin = new Charge.Origin(StripeIds.charge(), clock.instant(), new Observed<>(clock));
        var charge = Charge.ofIntent(intent, choice.method(), subject, origin);
        charge.observed().become(status);
        books.keep(charge);
        return charge;
    }
}
