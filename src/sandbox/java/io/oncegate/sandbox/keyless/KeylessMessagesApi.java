package io.oncegate.sandbox.keyless;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.Ids;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.message.JsonGateway;
import io.oncegate.sandbox.message.JsonWords;
import io.oncegate.sandbox.message.MessageTerms;
import io.oncegate.sandbox.message.Transmission;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** {@code POST /keyless/messages}: every call that it accepts sends the message again. */
public final class KeylessMessagesApi {
    private static final int ID_LENGTH = 20;

    private final World world;
    private final JsonGateway gateway = new JsonGateway(KeylessDialect.NAME, false);
    private final Prompter prompter;

    private KeylessMessagesApi(World world) {
        this.world = world;
        this.prompter = new Prompter(gateway, world);
    }

    public static void mount(Router router, World world) {
        router.post("/keyless/messages").handler(new KeylessMessagesApi(world)::serve);
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
        JsonGateway.refuseRevoked(context.request().getHeader("Authorization"));
        var terms = MessageTerms.of(context.body().buffer(), "reference");
        var path = context.request().path();
        var subject = new Subject(KeylessDialect.NAME, path, terms.name(), null, terms.name());
        world.called(subject);
        var carried = terms.carried();
        var names = new JsonObject().put("id", Ids.random("km_", ID_LENGTH)).put("reference", terms.name());
        var message = new Transmission(world, subject, terms.to(), new JsonWords(names, world.clock()));
        prompter.serve(new EffectRequest(subject, message, Claim.NONE, exchange), carried);
    }
}
