package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.MoneyRequest;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.keys.Admission;
import io.oncegate.sandbox.keys.Execution;
import io.oncegate.sandbox.keys.IdempotencyKeys;
import io.oncegate.sandbox.script.Subject;
import io.oncegate.sandbox.script.UnusableScript;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbList;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** YooKassa's API below {@code /yookassa/v3}. */
public final class YooKassaApi {
    private static final String PAYMENTS = "/yookassa/v3/payments";

    private final Payments payments;
    private final YooKassaDialect dialect = new YooKassaDialect();
    private final Prompter prompter;
    private final IdempotencyKeys keys;

    private YooKassaApi(Payments payments) {
        this.payments = payments;
        this.prompter = new Prompter(dialect, payments.world());
        this.keys = new IdempotencyKeys(payments.world().clock());
    }

    public static void mount(Router router, World world) {
        var payments = Payments.none(world);
        payments.pages().mount(router);
        new YooKassaApi(payments).mount(router);
    }

    private void mount(Router router) {
        router.post(PAYMENTS).handler(context -> serve(context, this::create));
        router.get(PAYMENTS).handler(context -> serve(context, call -> list(call, context)));
        router.get(PAYMENTS + "/:id").handler(context -> serve(context, call -> show(call, context.pathParam("id"))));
        router.post(PAYMENTS + "/:id/cancel")
                .handler(context -> serve(context, call -> cancel(call, context.pathParam("id"))));
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

    private void create(YooKassaCall call) throws Refused {
        var key = call.requiredKey();
        var body = call.json();
        var subject = new Subject(YooKassaDialect.NAME, call.path(), PaymentTerms.reference(body), key, key);
        payments.world().called(subject);
        once(call, key, claim -> {
            var terms = PaymentTerms.of(body);
            var carried = carriedBy(terms.method());
            var payment =
                    new Payment(call.shop(), terms, subject, payments.world().clock());
            var page = call.exchange().url(payments.pages().path(payment.id()));
            var creation = new PaymentCreation(payments, payment, page);
            prompter.serve(new MoneyRequest(subject, creation, claim, call.exchange()), carried);
        });
    }

    private void cancel(YooKassaCall call, String id) throws Refused {
        var key = call.requiredKey();
        var payment = payments.find(id);
        payments.world().called(payment.subject(call.path()));
        once(call, key, claim -> {
            var state = payment.observed().now().orElseThrow();
            if (state.status() != PaymentStatus.WAITING_FOR_CAPTURE) {
                throw new Refused(YooKassaErrors.invalid(
                        "Incorrect payment_id. The payment has an invalid status: %s. Specify one that is"
                                        .formatted(state.status().word())
                                + " waiting_for_capture",
                        "payment_id"));
            }
            var cancelled = PaymentState.cancelled("merchant", "canceled_by_merchant");
            payment.observed().become(cancelled);
            var reply = Reply.ok(payment.toJson(cancelled));
            claim.keep(reply);
            call.exchange().answer(reply);
        });
    }

    private void show(YooKassaCall call, String id) throws Refused {
        var payment = payments.find(id);
        var subject = payment.subject(call.path());
        call.exchange().answer(prompter.status(subject, List.of(payment.observed()), () -> shown(payment)));
    }

    private static Reply shown(Payment payment) {
        return payment.observed()
                .seen()
                .map(state -> Reply.ok(payment.toJson(state)))
                .orElseGet(YooKassaErrors::noSuchPayment);
    }

    private void list(YooKassaCall call, RoutingContext context) throws Refused {
        var list = PaymentList.of(payments.newestFirst(), context.queryParams());
        var subject = new Subject(YooKassaDialect.NAME, call.path(), null, null, "");
        call.exchange().answer(prompter.status(subject, list.observed(), () -> Reply.ok(list.toJson())));
    }

    private void once(YooKassaCall call, String key, Execution execution) throws Refused {
        var admission = keys.admit(call.shop() + " " + key, call.path(), call.text());
        if (admission instanceof Admission.Fresh fresh) {
            fresh.run(execution);
        } else if (admission instanceof Admission.Replay replay) {
            call.exchange().answer(replay.reply());
        } else if (admission instanceof Admission.Reused) {
            throw new Refused(YooKassaErrors.keyReused());
        } else {
            call.exchange().answer(dialect.inUse(key));
        }
    }

    private static List<Verb> carriedBy(@Nullable String method) throws Refused {
        try {
            return VerbList.carriedBy(method);
        } catch (UnusableScript unusable) {
            throw new Refused(YooKassaErrors.invalid(unusable.sentence(), "payment_token"));
        }
    }
}
