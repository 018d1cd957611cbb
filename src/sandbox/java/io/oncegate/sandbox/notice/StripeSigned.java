package io.oncegate.sandbox.notice;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

/**
 * An event that is signed in the header {@code Stripe-Signature}.
 *
 * @param body the event as JSON
 */
public record StripeSigned(String body) implements Notice {

    @Override
    public Telling tell(Recipient recipient, Instant now) {
        var second = now.getEpochSecond();
        var key = Secrets.textKey(recipient.secretOr(Secrets.OWN));
        var signed = HexFormat.of().formatHex(Hmac.sha256(key, "%d.%s".formatted(second, body)));
        return Telling.json(recipient.url(), body, Map.of("Stripe-Signature", "t=%d,v1=%s".formatted(second, signed)));
    }
}
