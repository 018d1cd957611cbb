package io.oncegate.webhooks;

import io.oncegate.orders.payment.HearOfPayment;
import io.oncegate.orders.payment.Heard;
import io.oncegate.payments.Notice;
import io.oncegate.payments.Notices;
import io.oncegate.payments.ProviderOutcome;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** A provider, as one account hears it. */
final class PaymentTeller implements Teller {

    /** No id of ours or of a provider's is longer. */
    private static final int LONGEST_ID = 255;

    private final String account;
    private final Notices notices;
    private final HearOfPayment hear;

    PaymentTeller(String account, Notices notices, HearOfPayment hear) {
        this.account = account;
        this.notices = notices;
        this.hear = hear;
    }

    @Override
    public Optional<About> about(byte[] body) {
        return notices.read(body)
                .map(notice -> new About(
                        notice.eventId(), notice.type(), notice.externalId().or(notice::reference)));
    }

    @Override
    public Uni<Effect> apply(byte[] body, String eventId) {
        return notices.read(body)
                .map(notice -> hear.told(account, notice, eventId).map(PaymentTeller::effect))
                .orElseGet(() -> Uni.createFrom().item(Readable.effectOfNoEvent(body)));
    }

    @Override
    public Optional<Hint> hint(byte[] body) {
        return notices.read(body).map(PaymentTeller::namesOnly).flatMap(names -> {
            String object = account + " " + names.externalId().orElse("") + " "
                    + names.reference().orElse("");
            boolean namesNothing =
                    names.externalId().isEmpty() && names.reference().isEmpty();
            return namesNothing
                    ? Optional.empty()
                    : Optional.of(
                            new Hint(object, () -> hear.hinted(account, names).map(PaymentTeller::effect)));
        });
    }

    /** What it says beyond that is not believed, and many of them may wait. */
    private static Notice namesOnly(Notice notice) {
        return new Notice(
                Optional.empty(),
                "",
                notice.externalId().filter(PaymentTeller::canBeAnId),
                notice.reference().filter(PaymentTeller::canBeAnId),
                charge -> new ProviderOutcome.Unknown("hint", false));
    }

    private static boolean canBeAnId(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_ID;
    }

    private static Effect effect(Heard heard) {
        return switch (heard) {
            case APPLIED -> Effect.APPLIED;
            case IN_REVIEW -> Effect.IN_REVIEW;
            case NOTHING_NEW -> Effect.NOTHING_NEW;
            case NO_SUCH_PAYMENT -> Effect.NOT_KNOWN_HERE;
            case LATER -> Effect.LATER;
        };
    }
}
