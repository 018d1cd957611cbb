package io.oncegate.payments.stripe;

import io.oncegate.outbound.wire.ExternalId;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.payments.Notice;
import io.oncegate.payments.Notices;
import java.util.Optional;
import java.util.Set;

/**
 * Stripe's events (API reference, The Event object): each holds the object as it was then, in the form in which a GET
 * answers it. Others than these are about something else.
 *
 * <pre>
 *   payment_intent.created, .requires_action, .processing, .succeeded, .payment_failed, .canceled   by its PaymentIntent
 *   charge.refunded                                                                                 by its Charge
 * </pre>
 */
final class StripeNotices implements Notices {

    private static final Set<String> ABOUT_AN_INTENT = Set.of(
            "payment_intent.created",
            "payment_intent.requires_action",
            "payment_intent.processing",
            "payment_intent.succeeded",
            "payment_intent.payment_failed",
            "payment_intent.canceled");

    private static final String ABOUT_A_CHARGE = "charge.refunded";

    @Override
    public Scheme scheme() {
        return Scheme.STRIPE;
    }

    /** Any 2xx will do. */
    @Override
    public String acknowledgement() {
        return "";
    }

    @Override
    public Optional<Notice> read(byte[] body) {
        return JsonAnswer.of(body)
                .flatMap(event -> event.text("type")
                        .flatMap(type -> event.object("data", "object")
                                .flatMap(object -> about(ExternalId.sane(event.text("id")), type, object))));
    }

    private static Optional<Notice> about(Optional<String> eventId, String type, JsonAnswer object) {
        Optional<String> reference = object.text("metadata", "reference");
        if (ABOUT_AN_INTENT.contains(type)) {
            return Optional.of(new Notice(
                    eventId,
                    type,
                    ExternalId.sane(object.text("id")),
                    reference,
                    charge -> StripeAnswers.inNotice(charge, object)));
        }
        return type.equals(ABOUT_A_CHARGE)
                ? Optional.of(new Notice(
                        eventId, type, intentOf(object), reference, charge -> StripeAnswers.givenBack(charge, object)))
                : Optional.empty();
    }

    /** The PaymentIntent of a Charge, named or as a whole. */
    static Optional<String> intentOf(JsonAnswer charge) {
        return ExternalId.sane(charge.text("payment_intent").or(() -> charge.text("payment_intent", "id")));
    }
}
