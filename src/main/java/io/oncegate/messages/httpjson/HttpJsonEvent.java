package io.oncegate.messages.httpjson;

import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.gateway.Receipt.Kind;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.outbound.wire.Reason;
import java.util.Optional;

/**
 * What the gateway tells of a message by itself:
 *
 * <pre>
 *   {"type": "message.sent" | "message.delivered" | "message.undelivered", "timestamp", "data": {"id", "reason"?}}
 * </pre>
 */
final class HttpJsonEvent {

    private HttpJsonEvent() {}

    /** Empty for any other event, and for what is none. */
    static Optional<Receipt> receipt(byte[] body) {
        return JsonAnswer.of(body)
                .flatMap(event -> event.text("type")
                        .flatMap(HttpJsonEvent::kind)
                        .flatMap(kind -> event.text("data", "id").map(id -> receipt(id, kind, event))));
    }

    private static Optional<Kind> kind(String type) {
        return switch (type) {
            case "message.sent" -> Optional.of(Kind.SENT);
            case "message.delivered" -> Optional.of(Kind.DELIVERED);
            case "message.undelivered" -> Optional.of(Kind.UNDELIVERED);
            default -> Optional.empty();
        };
    }

    private static Receipt receipt(String id, Kind kind, JsonAnswer event) {
        String reason = kind == Kind.UNDELIVERED
                ? Reason.of(event.text("data", "reason").orElse("undelivered"))
                : null;
        return new Receipt(id, kind, Optional.empty(), reason);
    }
}
