package io.oncegate.sandbox.httpjson;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.keys.Admission;
import io.oncegate.sandbox.keys.IdempotencyKeys;
import io.oncegate.sandbox.memory.Newest;
import io.oncegate.sandbox.memory.Retention;
import io.oncegate.sandbox.message.JsonGateway;
import io.oncegate.sandbox.message.JsonWords;
import io.oncegate.sandbox.message.MessageTerms;
import io.oncegate.sandbox.message.Transmission;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;

/** {@code POST /http-json/messages}, and {@code GET /http-json/messages/<id>}. */
public final class HttpJsonApi {
    private static final String NAME = "http-json";
    private static final String MESSAGES = "/http-json/messages";

    private final World world;
    private final JsonGateway gateway = new JsonGateway(NAME, true);
    private final Prompter prompter;
    private final IdempotencyKeys ids;
    private final Map<String, Transmission> messages = new Newest<>(Retention.objects());

    private HttpJsonApi(World world) {
        this.world = world;
        this.prompter = new Prompter(gateway, world);
        this.ids = new IdempotencyKeys(world.clock());
    }

    public static void mount(Router router, World world) {
        var api = new HttpJsonApi(world);
        router.post(MESSAGES).handler(context -> serve(context, api::send));
        router.get(MESSAGES + "/:id").handler(context -> serve(context, api::show));
    }

    /** What answers a call. */
    private interface Operation {
        void answer(RoutingContext context, Exchange exchange) throws Refused;
    }

    private static void serve(RoutingContext context, Operation operation) {
        var exchange = new Exchange(context);
        try {
            operation.answer(context, exchange);
        } catch (Refused refused) {
            exchange.answer(refused.reply());
        }
    }

    private void send(RoutingContext context, Exchange exchange) throws Refused {
        var account = account(context);
        var terms = MessageTerms.of(context.body().buffer(), "id");
        var subject = subject(context, terms.name());
        world.called(subject);
        var place = placeOf(account, terms.name());
        var admission = ids.admit(place, subject.path(), terms.toString());
        if (admission instanceof Admission.Fresh fresh) {
            fresh.run(claim -> {
                var carried = terms.carried();
                var words = new JsonWords(new JsonObject().put("id", terms.name()), world.clock());
                var message = new Transmission(world, subject, terms.to(), words);
                messages.put(place, message);
                var forgetful = new ForgetfulClaim(claim, () -> messages.remove(place, message));
                prompter.serve(new EffectRequest(subject, message, forgetful, exchange), carried);
            });
        } else if (admission instanceof Admission.Replay replay) {
            exchange.answer(replay.reply());
        } else if (admission instanceof Admission.Reused) {
            throw new Refused(JsonGateway.reused());
        } else {
            exchange.answer(gateway.inUse(terms.name()));
        }
    }

    private void show(RoutingContext context, Exchange exchange) throws Refused {
        var id = context.pathParam("id");
        var message = messages.get(placeOf(account(context), id));
        var known = message == null ? List.<Transmission>of() : List.of(message);
        var objects = known.stream().map(Transmission::observed).toList();
        exchange.answer(prompter.status(
                subject(context, id),
                objects,
                () -> known.stream()
                        .flatMap(one -> one.seen().stream())
                        .findFirst()
                        .orElseGet(JsonGateway::notFound)));
    }

    /** Whoever has the same token is the same caller. */
    private static String account(RoutingContext context) throws Refused {
        var authorization = context.request().getHeader("Authorization");
        JsonGateway.refuseRevoked(authorization);
        return String.valueOf(authorization);
    }

    private static Subject subject(RoutingContext context, String id) {
        return new Subject(NAME, context.request().path(), id, id, id);
    }

    private static String placeOf(String account, String id) {
        return account + " " + id;
    }
}
