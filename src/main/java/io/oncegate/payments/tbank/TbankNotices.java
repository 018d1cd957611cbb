package io.oncegate.payments.tbank;

import io.oncegate.outbound.wire.ExternalId;
import io.oncegate.payments.Notice;
import io.oncegate.payments.Notices;
import java.util.Optional;

/**
 * T-Bank's notifications about payments (acquiring documentation, Notifications). They have no id of their own, and come
 * again until they are answered with {@code OK}.
 */
final class TbankNotices implements Notices {

    @Override
    public Scheme scheme() {
        return Scheme.TOKEN;
    }

    @Override
    public String acknowledgement() {
        return "OK";
    }

    /** One about a saved card or a receipt has no status of a payment. */
    @Override
    public Optional<Notice> read(byte[] body) {
        return TbankReply.ofNotice(body)
                .flatMap(notice -> notice.state()
                        .map(state -> new Notice(
                                Optional.empty(),
                                state,
                                ExternalId.sane(notice.paymentId()),
                                notice.reference(),
                                charge -> TbankAnswers.inNotice(charge, notice))));
    }
}
