package io.oncegate.sandbox.message;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.notice.StandardWebhook;
import io.vertx.core.json.JsonObject;
import java.time.InstantSource;

/**
 * What a gateway that speaks JSON says of one message.
 *
 * @param names what the message is called, by the gateway and by its caller
 */
public record JsonWords(JsonObject names, InstantSource clock) implements GatewayWords {
    private static final int ACCEPTED = 202;
    private static final int UNPROCESSABLE = 422;

    @Override
    public Reply answer(MessageState state) {
        return switch (state) {
            case SENT, DELIVERED -> Reply.ok(toJson(state));
            case QUEUED -> Reply.of(ACCEPTED, toJson(state));
            case REJECTED -> Reply.of(UNPROCESSABLE, toJson(state));
        };
    }

    @Override
    public Reply shown(MessageState state) {
        return Reply.ok(toJson(state));
    }

    @Override
    public Notice delivered() {
        return new StandardWebhook("message.delivered", clock.instant(), names);
    }

    @Override
    public void left() {}

    private JsonObject toJson(MessageState state) {
        var json = names.copy().put("status", state.word());
        return state == MessageState.REJECTED ? json.put("reason", "recipient_barred") : json;
    }
}
