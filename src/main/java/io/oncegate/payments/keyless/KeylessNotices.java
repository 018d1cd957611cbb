package io.oncegate.payments.keyless;

import io.oncegate.outbound.wire.ExternalId;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Notice;
import io.oncegate.payments.Notices;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.wire.Doubt;
import java.util.Optional;

/**
 * A crude provider's events, sent as Standard Webhooks are: {@code charge.succeeded}, {@code charge.declined} and
 * {@code charge.refunded}, each with a charge as it is answered. An event's id is in a header.
 */
final class KeylessNotices implements Notices {

    private static final String ABOUT_A_CHARGE = "charge.";

    @Override
    public Scheme scheme() {
        return Scheme.STANDARD;
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
                        .filter(type -> type.startsWith(ABOUT_A_CHARGE))
                        .flatMap(type -> event.object("data").map(data -> about(type, data))));
    }

    private static Notice about(String type, JsonAnswer data) {
        return new Notice(
                Optional.empty(),
                type,
                ExternalId.sane(data.text("id")),
                data.text("reference"),
                charge -> meaning(type, charge, data));
    }

    /** What has happened, and the charge as it is: both have to say the same. */
    private static ProviderOutcome meaning(String type, Charge charge, JsonAnswer data) {
        String happened = type.substring(ABOUT_A_CHARGE.length());
        return data.text("status").filter(happened::equals).isPresent()
                ? KeylessAnswers.payment(charge, data)
                : Doubt.CONTRADICTION;
    }
}
