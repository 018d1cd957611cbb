package io.oncegate.payments.yookassa;

import io.oncegate.outbound.wire.ExternalId;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.payments.Notice;
import io.oncegate.payments.Notices;
import io.oncegate.payments.ProviderOutcome.Absent;
import java.util.Optional;

/**
 * YooKassa's notifications (documentation, Incoming notifications), which anybody could have sent: {@code payment.*} with
 * a payment, {@code refund.*} with a refund of one. What a refund leaves of its payment, only the payment says.
 */
final class YookassaNotices implements Notices {

    @Override
    public Scheme scheme() {
        return Scheme.UNSIGNED;
    }

    /** The status alone is looked at. */
    @Override
    public String acknowledgement() {
        return "";
    }

    @Override
    public Optional<Notice> read(byte[] body) {
        return JsonAnswer.of(body)
                .filter(notification ->
                        notification.text("type").filter("notification"::equals).isPresent())
                .flatMap(notification -> notification
                        .text("event")
                        .flatMap(event -> notification.object("object").flatMap(object -> about(event, object))));
    }

    private static Optional<Notice> about(String event, JsonAnswer object) {
        if (event.startsWith("payment.")) {
            return Optional.of(new Notice(
                    Optional.empty(),
                    event,
                    ExternalId.sane(object.text("id")),
                    object.text("metadata", "reference"),
                    charge -> YookassaAnswers.payment(charge, object)));
        }
        return event.startsWith("refund.")
                ? Optional.of(new Notice(
                        Optional.empty(),
                        event,
                        ExternalId.sane(object.text("payment_id")),
                        Optional.empty(),
                        charge -> new Absent(Optional.empty())))
                : Optional.empty();
    }
}
