package io.oncegate.sandbox.keyless;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.PayerPages;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.script.Subject;
import io.oncegate.sandbox.script.UnusableScript;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbList;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** {@code POST /keyless/charge}. */
public final class KeylessApi {
    private static final String REVOKED = "revoked";

    private final World world;
    private final Prompter prompter;
    private final PayerPages pages = new PayerPages(KeylessDialect.NAME);

    private KeylessApi(World world) {
        this.world = world;
        this.prompter = new Prompter(new KeylessDialect(), world);
    }

    public static void mount(Router router, World world) {
        var api = new KeylessApi(world);
        api.pages.mount(router);
        router.post("/keyless/charge").handler(api::serve);
    }

    private void serve(RoutingContext context) {
        var exchange = new Exchange(context);
        try {
            charge(context, exchange);
        } catch (Refused refused) {
            exchange.answer(refused.reply());
        }
    }

    private void charge(RoutingContext context, Exchange exchange) throws Refused {
        var authorization = context.request().getHeader("Authorization");
        if (authorization != null && authorization.contains(REVOKED)) {
            throw new Refused(KeylessDialect.unauthorized());
        }
        var terms = ChargeTerms.of(context.body().buffer());
        var path = context.request().path();
        var subject = new Subject(KeylessDialect.NAME, path, terms.reference(), null, terms.reference());
        world.called(subject);
        var carried = carriedBy(terms.method());
        var charge = new Charge(world, terms, subject, new Charge.Page(pages, exchange));
        prompter.serve(new EffectRequest(subject, charge, Claim.NONE, exchange), carried);
    }

    private static List<Verb> carriedBy(String method) throws Refused {
        try {
            return VerbList.carriedBy(method);
        } catch (UnusableScript unusable) {
            throw new Refused(KeylessDialect.malformed(unusable.sentence()));
        }
    }
}
