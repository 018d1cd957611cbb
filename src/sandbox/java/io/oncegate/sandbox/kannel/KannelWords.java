package io.oncegate.sandbox.kannel;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.message.GatewayWords;
import io.oncegate.sandbox.message.MessageState;
import io.oncegate.sandbox.notice.Courier;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.notice.Recipient;
import io.oncegate.sandbox.notice.Telling;
import java.util.Optional;

/**
 * What Kannel says of one message.
 *
 * @param receiptUrl where it says that the message was delivered, as soon as it has gone out
 */
record KannelWords(Optional<String> receiptUrl, Courier courier) implements GatewayWords {
    private static final int ACCEPTED = 202;
    private static final String STATUS = "%d";
    private static final String DELIVERED = "1";

    @Override
    public Reply answer(MessageState state) {
        return switch (state) {
            case SENT, DELIVERED -> Reply.text(ACCEPTED, "0: Accepted for delivery");
            case QUEUED -> Reply.text(ACCEPTED, "3: Queued for later delivery");
            case REJECTED -> KannelDialect.notRoutable();
        };
    }

    /** Nobody can ask. */
    @Override
    public Reply shown(MessageState state) {
        return answer(state);
    }

    @Override
    public Notice delivered() {
        return (recipient, now) -> Telling.get(recipient.url().replace(STATUS, DELIVERED));
    }

    @Override
    public void left() {
        receiptUrl.ifPresent(url -> courier.send(delivered(), Recipient.at(url)));
    }
}
