package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Stripe's API below {@code /stripe/v1}. */
public final class StripeApi {
    private static final String INTENTS = "/stripe/v1/payment_intents";
    private static final String INTENT = INTENTS + "/:id";
    private static final String CHARGES = "/stripe/v1/charges";
    private static final String KEY = "Idempotency-Key";
    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";
    private static final String REVOKED = "revoked";

    /** What an account is on that asks for no other. */
    static final String VERSION = "2024-06-20";

    private final IntentCommands intents;
    private final IntentQueries queries;
    private final ChargeCommands charges;

    private StripeApi(StripeBooks books) {
        var prompter = new Prompter(new StripeDialect(), books.world());
        var keys = new StripeKeys(books.world().clock());
        this.intents = new IntentCommands(books, keys, prompter);
        this.queries = new IntentQueries(books, prompter);
        this.charges = new ChargeCommands(books, keys, prompter);
    }

    public static void mount(Router router, World world) {
        var books = StripeBooks.empty(world);
        books.pages().mount(router);
        new StripeApi(books).mount(router);
    }

    private void mount(Router router) {
        router.post(INTENTS).handler(context -> serve(context, intents::create));
        router.get(INTENTS).handler(context -> serve(context, queries::list));
        router.get(INTENTS + "/search").handler(context -> serve(context, queries::search));
        router.get(INTENT).handler(context -> serve(context, call -> queries.intent(call, id(context))));
        router.post(INTENT + "/confirm").handler(context -> serve(context, call -> intents.confirm(call, id(context))));
        router.post(INTENT + "/cancel").handler(context -> serve(context, call -> intents.cancel(call, id(context))));
        router.post(CHARGES).handler(context -> serve(context, charges::create));
        router.get(CHARGES + "/:id").handler(context -> serve(context, call -> queries.charge(call, id(context))));
        router.route("/stripe/v1/*")
                .handler(context -> serve(context, call -> {
                    throw new Refused(
                            StripeErrors.noSuchPath(context.request().method().name(), call.ownPath()));
                }));
    }

    /** What answers a call. */
    private interface Operation {
        void answer(StripeCall call) throws Refused;
    }

    private static void serve(RoutingContext context, Operation operation) {
        var exchange = new Exchange(context);
        var id = StripeIds.request();
        head(exchange, context.request(), id);
        try {
            operation.answer(call(context, exchange, id));
        } catch (Refused refused) {
            exchange.answer(refused.reply());
        }
    }

    /** What every answer tells of its request. */
    private static void head(Exchange exchange, HttpServerRequest request, String id) {
        var version = given(request, "Stripe-Version");
        var key = given(request, KEY);
        exchange.putHeader("Request-Id", id);
        exchange.putHeader("Stripe-Version", version == null ? VERSION : version);
        if (key != null && request.method().equals(HttpMethod.POST)) {
            exchange.putHeader(KEY, key);
        }
    }

    private static StripeCall call(RoutingContext context, Exchange exchange, String id) throws Refused {
        var request = context.request();
        return new StripeCall(exchange, id, account(request), request.path(), given(request, KEY), form(context));
    }

    private static @Nullable String given(HttpServerRequest request, String header) {
        var value = request.getHeader(header);
        return value == null || value.isBlank() ? null : value;
    }

    private static Form form(RoutingContext context) {
        var request = context.request();
        return Form.parse(
                request.method().equals(HttpMethod.GET)
                        ? request.query()
                        : context.body().asString());
    }

    private static String account(HttpServerRequest request) throws Refused {
        var key = apiKey(request.getHeader("Authorization"));
        if (key.isEmpty()) {
            throw new Refused(StripeErrors.keyMissing());
        }
        if (key.contains(REVOKED)) {
            throw new Refused(StripeErrors.keyRevoked(key));
        }
        return key;
    }

    /** The secret key, which comes as a bearer's or as the user of basic authentication; empty where there is none. */
    private static String apiKey(@Nullable String authorization) {
        if (authorization != null && authorization.startsWith(BEARER)) {
            return authorization.substring(BEARER.length()).strip();
        }
        if (authorization != null && authorization.startsWith(BASIC)) {
            try {
                var pair = Base64.getDecoder()
                        .decode(authorization.substring(BASIC.length()).strip());
                return new String(pair, StandardCharsets.UTF_8).split(":", 2)[0];
            } catch (IllegalArgumentException notBase64) {
                return "";
            }
        }
        return "";
    }

    private static String id(RoutingContext context) {
        return context.pathParam("id");
    }
}
