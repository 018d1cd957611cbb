package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.script.Subject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** YooKassa's API below {@code /yookassa/v3}. */
public final class YooKassaApi {
    private static final String PAYMENTS = "/yookassa/v3/payments";
    private static final String PAYMENT = PAYMENTS + "/:id";

    private final Payments payments;
    private final Prompter prompter;
    private final PaymentCommands commands;

    private YooKassaApi(Payments payments) {
        this.payments = payments;
        this.prompter = new Prompter(new YooKassaDialect(), payments.world());
        this.commands =
                new PaymentCommands(payments, new YooKassaKeys(payments.world().clock()), prompter);
    }

    public static void mount(Router router, World world) {
        var payments = Payments.none(world);
        payments.pages().mount(router);
        new YooKassaApi(payments).mount(router);
    }

    private void mount(Router router) {
        router.post(PAYMENTS).handler(context -> serve(context, commands::create));
        router.get(PAYMENTS).handler(context -> serve(context, call -> list(call, context)));
        router.get(PAYMENT).handler(context -> serve(context, call -> show(call, id(context))));
        router.post(PAYMENT + "/capture")
                .handler(context -> serve(context, call -> commands.capture(call, id(context))));
        router.post(PAYMENT + "/cancel").handler(context -> serve(context, call -> commands.cancel(call, id(context))));
        router.route("/yookassa/v3/*")
                .handler(context -> serve(context, call -> {
                    throw new Refused(YooKassaErrors.noSuchPath());
                }));
    }

    /** What answers a call. */
    private interface Operation {
        void answer(YooKassaCall call) throws Refused;
    }

    private static void serve(RoutingContext context, Operation operation) {
        var exchange = new Exchange(context);
        var request = context.request();
        try {
            var shop = Shop.of(request.getHeader("Authorization"));
            operation.answer(new YooKassaCall(
                    exchange,
                    shop,
                    request.path(),
                    request.getHeader("Idempotence-Key"),
                    context.body().buffer()));
        } catch (Refused refused) {
            exchange.answer(refused.reply());
        }
    }

    private void show(YooKassaCall call, String id) throws Refused {
        var payment = payments.find(call.shop(), id);
        var subject = payment.subject(call.path(), null);
        call.exchange().answer(prompter.status(subject, List.of(payment.observed()), () -> shown(payment)));
    }

    private static Reply shown(Payment payment) {
        return payment.observed()
                .seen()
                .map(state -> Reply.ok(payment.toJson(state)))
                .orElseGet(YooKassaErrors::noSuchPayment);
    }

    private void list(YooKassaCall call, RoutingContext context) throws Refused {
        var list = PaymentList.of(payments.newestFirst(call.shop()), context.queryParams());
        var subject = new Subject(YooKassaDialect.NAME, call.path(), null, null, "");
        call.exchange().answer(prompter.status(subject, list.observed(), () -> Reply.ok(list.toJson())));
    }

    private static String id(RoutingContext context) {
        return context.pathParam("id");
    }
}
