package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.keys.LockedClaim;
import io.oncegate.sandbox.script.Subject;
import io.oncegate.sandbox.script.UnusableScript;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbList;
import io.vertx.core.json.JsonArray;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Supplier;

/** T-Bank's API below {@code /tbank/v2}. */
public final class TBankApi {
    private static final int STATUS_NOT_FOUND = 404;

    private final Payments payments;
    private final TBankDialect dialect = new TBankDialect();
    private final Prompter prompter;

    private TBankApi(Payments payments) {
        this.payments = payments;
        this.prompter = new Prompter(dialect, payments.world());
    }

    public static void mount(Router router, World world) {
        var payments = new Payments(world);
        payments.pages().mount(router);
        new TBankApi(payments).mount(router);
    }

    private void mount(Router router) {
        router.post("/tbank/v2/Init").handler(context -> serve(context, this::init));
        router.post("/tbank/v2/Charge").handler(context -> serve(context, this::charge));
        router.post("/tbank/v2/GetState").handler(context -> serve(context, this::state));
        router.post("/tbank/v2/CheckOrder").handler(context -> serve(context, this::order));
        router.post("/tbank/v2/Cancel").handler(context -> serve(context, this::cancel));
        router.route("/tbank/v2/*")
                .handler(context ->
                        new Exchange(context).answer(TBankErrors.ofHttp(STATUS_NOT_FOUND, "Метод не найден.")));
    }

    /** What answers a call. */
    private interface Operation {
        void answer(TBankCall call) throws Refused;
    }

    private static void serve(RoutingContext context, Operation operation) {
        var exchange = new Exchange(context);
        try {
            operation.answer(TBankCall.of(
                    exchange, context.request().path(), context.body().buffer()));
        } catch (Refused refused) {
            exchange.answer(refused.reply());
        }
    }

    private void init(TBankCall call) throws Refused {
        var terms = PaymentTerms.of(call);
        payments.world().called(new Subject(TBankDialect.NAME, call.path(), terms.orderId(), null, terms.orderId()));
        var payment = payments.open(terms);
        call.exchange().answer(TBankReplies.withPage(payment, pageUrl(call, payment)));
    }

    private void charge(TBankCall call) throws Refused {
        var payment = payments.find(call.terminal(), call.required("PaymentId"));
        var subject = payment.subject(call.path());
        payments.world().called(subject);
        var method = call.required("RebillId");
        refuseIfLocked(payment);
        if (!payment.is(PaymentStatus.NEW)) {
            throw new Refused(TBankErrors.wrongState(payment, payment.state()));
        }
        var carried = carriedBy(payment, method);
        var attempt = new ChargeAttempt(payments, payment, subject, pageUrl(call, payment));
        var lock = new LockedClaim(Claim.NONE, payments.locked(), payment.id());
        prompter.serve(new EffectRequest(subject, attempt, lock, call.exchange()), carried);
    }

    private void state(TBankCall call) throws Refused {
        var payment = payments.find(call.terminal(), call.required("PaymentId"));
        answer(
                call,
                payment,
                () -> payment.observed()
                        .seen()
                        .map(state -> TBankReplies.status(payment, state))
                        .orElseGet(() -> TBankErrors.notFound("Платеж не найден.")));
    }

    private void order(TBankCall call) throws Refused {
        var payment = payments.ofOrder(call.terminal(), call.required("OrderId"));
        answer(call, payment, () -> {
            var lines = new JsonArray();
            payment.observed()
                    .seen()
                    .map(state -> TBankReplies.line(payment, state))
                    .ifPresent(lines::add);
            return TBankReplies.order(payment, lines);
        });
    }

    private void answer(TBankCall call, Payment payment, Supplier<Reply> answer) {
        var subject = payment.subject(call.path());
        call.exchange().answer(prompter.status(subject, List.of(payment.observed()), answer));
    }

    private void cancel(TBankCall call) throws Refused {
        var payment = payments.find(call.terminal(), call.required("PaymentId"));
        var subject = payment.subject(call.path());
        payments.world().called(subject);
        refuseIfLocked(payment);
        var partial = call.optional("Amount");
        if (partial != null && !partial.equals(payment.money().amount())) {
            throw new Refused(TBankErrors.parameters("Песочница возвращает только всю сумму."));
        }
        var before = payment.state().status();
        var after = before.cancelled();
        if (after == before) {
            throw new Refused(TBankErrors.wrongState(payment, payment.state()));
        }
        if (after == PaymentStatus.REFUNDED) {
            payments.world().refunded(subject, payment.money());
        }
        payment.observed().become(PaymentState.of(after));
        call.exchange().answer(TBankReplies.cancelled(payment));
    }

    private void refuseIfLocked(Payment payment) throws Refused {
        if (payments.locked().contains(payment.id())) {
            throw new Refused(dialect.inUse(null));
        }
    }

    private String pageUrl(TBankCall call, Payment payment) {
        return call.exchange().url(payments.pages().path(payment.id()));
    }

    /** What the method charged carries, or else the one the payment was set up with. */
    private static List<Verb> carriedBy(Payment payment, String method) throws Refused {
        try {
            var carried = VerbList.carriedBy(method);
            return carried.isEmpty() ? VerbList.carriedBy(payment.terms().method()) : carried;
        } catch (UnusableScript unusable) {
            throw new Refused(TBankErrors.parameters(unusable.sentence()));
        }
    }
}
