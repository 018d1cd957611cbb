package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.script.Subject;

/** What creates charges without an intent. */
final class ChargeCommands {
    private final StripeBooks books;
    private final StripeKeys keys;
    private final Prompter prompter;

    ChargeCommands(StripeBooks books, StripeKeys keys, Prompter prompter) {
        this.books = books;
        this.keys = keys;
        this.prompter = prompter;
    }

    void create(StripeCall call) throws Refused {
        var id = StripeIds.charge();
        var key = call.key();
        var name = key == null ? id : key;
        var subject = new Subject(StripeDialect.NAME, call.path(), IntentTerms.reference(call.form()), key, name);
        books.world().called(subject);
        keys.once(call, claim -> {
            var terms = IntentTerms.ofCharge(call.form());
            var source = call.form().required("source");
            var carried = IntentCommands.carriedBy(source);
            var clock = books.world().clock();
            var origin = new Charge.Origin(id, clock.instant(), new Observed<>(clock));
            var charge = Charge.alone(call.account(), terms, source, subject, origin);
            prompter.serve(
                    new EffectRequest(subject, new DirectCharge(books, charge), claim, call.exchange()), carried);
        });
    }
}
