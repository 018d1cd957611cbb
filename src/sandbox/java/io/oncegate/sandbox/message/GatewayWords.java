package io.oncegate.sandbox.message;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;

/** What a gateway says of one message. */
public interface GatewayWords {

    /** To whoever handed it over. */
    Reply answer(MessageState state);

    /** To whoever asks for it afterwards, where the gateway can be asked. */
    Reply shown(MessageState state);

    /** By itself: that it has reached its recipient. */
    Notice delivered();

    /** It has gone out: what the gateway does next. */
    void left();
}
