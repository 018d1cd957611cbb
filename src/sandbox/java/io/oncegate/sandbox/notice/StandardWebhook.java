package io.oncegate.sandbox.notice;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;

/** An event as Standard Webhooks write and sign it; however often it is told, it keeps its id. */
public final class StandardWebhook implements Notice {
    private final String id = "msg_" + UUID.randomUUID();
    private final String body;

    /** {@code data} happened at {@code at}. */
    public StandardWebhook(String type, Instant at, JsonObject data) {
        this.body = new JsonObject()
                .put("type", type)
                .put("timestamp", at.toString())
                .put("data", data)
                .encode();
    }

    @Override
    public Telling tell(Recipient recipient, Instant now) {
        var second = String.valueOf(now.getEpochSecond());
        var key = Secrets.standardKey(recipient.secretOr(Secrets.OWN));
        var signed = Hmac.sha256(key, "%s.%s.%s".formatted(id, second, body));
        var signature = "v1," + Base64.getEncoder().encodeToString(signed);
        return Telling.json(
                recipient.url(),
                body,
                Map.of("webhook-id", id, "webhook-timestamp", second, "webhook-signature", signature));
    }
}
