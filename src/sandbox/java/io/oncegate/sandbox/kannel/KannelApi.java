package io.oncegate.sandbox.kannel;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.message.Transmission;
import io.oncegate.sandbox.script.Subject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.UUID;

/** {@code /kannel/cgi-bin/sendsms}, by GET with its parameters in the query, or by POST with them in a form. */
public final class KannelApi {
    private static final String SENDSMS = "/kannel/cgi-bin/sendsms";

    private final World world;
    private final Prompter prompter;

    private KannelApi(World world) {
        this.world = world;
        this.prompter = new Prompter(new KannelDialect(), world);
    }

    public static void mount(Router router, World world) {
        var api = new KannelApi(world);
        router.get(SENDSMS).handler(api::serve);
        router.post(SENDSMS).handler(api::serve);
    }

    private void serve(RoutingContext context) {
        var exchange = new Exchange(context);
        try {
            send(context, exchange);
        } catch (Refused refused) {
            exchange.answer(refused.reply());
        }
    }

    private void send(RoutingContext context, Exchange exchange) throws Refused {
        var call = SendSms.of(context.request().params());
        var name = call.account() == null ? UUID.randomUUID().toString() : call.account();
        var subject = new Subject(KannelDialect.NAME, context.request().path(), call.account(), null, name);
        world.called(subject);
        var carried = call.carried();
        var words = new KannelWords(call.receiptUrl(), world.courier());
        var message = new Transmission(world, subject, call.to(), words);
        prompter.serve(new EffectRequest(subject, message, Claim.NONE, exchange), carried);
    }
}
