package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.EffectRequest;
import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.keys.LockedClaim;
import io.oncegate.sandbox.script.Subject;
import io.oncegate.sandbox.script.UnusableScript;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What changes payments: creating, capturing, cancelling. */
final class PaymentCommands {
    private final Payments payments;
    private final YooKassaKeys keys;
    private final Prompter prompter;

    PaymentCommands(Payments payments, YooKassaKeys keys, Prompter prompter) {
        this.payments = payments;
        this.keys = keys;
        this.prompter = prompter;
    }

    void create(YooKassaCall call) throws Refused {
        var key = call.requiredKey();
        var body = call.json();
        var subject = new Subject(YooKassaDialect.NAME, call.path(), PaymentTerms.reference(body), key, key);
        payments.world().called(subject);
        keys.once(call, key, claim -> {
            var terms = PaymentTerms.of(body);
            var carried = carriedBy(terms.method());
            var payment =
                    new Payment(call.shop(), terms, subject, payments.world().clock());
            var page = call.exchange().url(payments.pages().path(payment.id()));
            var creation = new PaymentCreation(payments, payment, page);
            if (terms.capture()) {
                prompter.serve(new EffectRequest(subject, creation, claim, call.exchange()), carried);
            } else {
                // Money that is held has not moved: the verbs are there for the capture.
                conclude(call, creation.approve(), claim);
            }
        });
    }

    void capture(YooKassaCall call, String id) throws Refused {
        var key = call.requiredKey();
        var payment = payments.find(call.shop(), id);
        var subject = payment.subject(call.path(), key);
        payments.world().called(subject);
        keys.once(call, key, claim -> {
            if (!payment.terms().isWholeIn(call.jsonIfAny())) {
                throw new Refused(YooKassaErrors.invalid("The sandbox captures the whole amount only", "amount"));
            }
            refuseUnlessHeld(payment);
            var carried = carriedBy(payment.terms().method());
            var capture = new PaymentCapture(payments, payment, subject);
            var locked = new LockedClaim(claim, payments.locked(), payment.id());
            prompter.serve(new EffectRequest(subject, capture, locked, call.exchange()), carried);
        });
    }

    void cancel(YooKassaCall call, String id) throws Refused {
        var key = call.requiredKey();
        var payment = payments.find(call.shop(), id);
        payments.world().called(payment.subject(call.path(), key));
        keys.once(call, key, claim -> {
            refuseUnlessHeld(payment);
            var cancelled = PaymentState.cancelled("merchant", "canceled_by_merchant");
            payment.observed().become(cancelled);
            conclude(call, Reply.ok(payment.toJson(cancelled)), claim);
        });
    }

    /** While one request works on a payment another has to come again. */
    private void refuseUnlessHeld(Payment payment) throws Refused {
        if (payments.locked().contains(payment.id())) {
            throw new Refused(YooKassaDialect.processing());
        }
        var status = payment.observed().now().orElseThrow().status();
        if (status != PaymentStatus.WAITING_FOR_CAPTURE) {
            throw new Refused(YooKassaErrors.notHeld(status));
        }
    }

    private static void conclude(YooKassaCall call, Reply reply, Claim claim) {
        claim.keep(reply);
        call.exchange().answer(reply);
    }

    private static List<Verb> carriedBy(@Nullable String method) throws Refused {
        try {
            return VerbList.carriedBy(method);
        } catch (UnusableScript unusable) {
            throw new Refused(YooKassaErrors.invalid(unusable.sentence(), "payment_token"));
        }
    }
}
