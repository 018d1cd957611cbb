package io.oncegate.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a provider or a gateway tells by itself, signed as it signs.
 *
 * @param account whose webhook it is sent to
 */
record Telling(String account, Map<String, String> headers, String body) {
    private static final String STANDARD_PREFIX = "whsec_";

    /** An event of Stripe's about {@code intent}. */
    static Telling stripe(String account, String secret, String eventId, String type, JsonObject intent) {
        var now = Instant.now().getEpochSecond();
        var event = new JsonObject()
                .put("id", eventId)
                .put("object", "event")
                .put("created", now)
                .put("type", type)
                .put("livemode", false)
                .put("data", JsonObject.of("object", intent));
        var body = event.encode();
        var signature = HexFormat.of().formatHex(hmac(secret.getBytes(UTF_8), now + "." + body));
        return new Telling(account, Map.of("Stripe-Signature", "t=%d,v1=%s".formatted(now, signature)), body);
    }

    /** An event as Standard Webhooks have it. */
    static Telling standard(String account, String secret, String eventId, String type, JsonObject data) {
        var now = Instant.now();
        var second = String.valueOf(now.getEpochSecond());
        var body = JsonObject.of("type", type, "timestamp", now.toString(), "data", data)
                .encode();
        var key = Base64.getDecoder().decode(secret.substring(STANDARD_PREFIX.length()));
        var signature = Base64.getEncoder().encodeToString(hmac(key, eventId + "." + second + "." + body));
        return new Telling(
                account,
                Map.of("webhook-id", eventId, "webhook-timestamp", second, "webhook-signature", "v1," + signature),
                body);
    }

    /** A notification of T-Bank's, whose token is made of its members and the terminal's password. */
    static Telling tbank(String account, String password, JsonObject facts) {
        var values = new TreeMap<>(facts.getMap());
        values.put("Password", password);
        var text = values.values().stream().map(String::valueOf).collect(Collectors.joining());
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            var body = facts.copy().put("Token", HexFormat.of().formatHex(digest));
            return new Telling(account, Map.of(), body.encode());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The same to another account, as its own. */
    Telling toAccount(String other) {
        return new Telling(other, headers, body);
    }

    RawResponse sendTo(ServiceProcess service) {
        return RawHttp.exchange(service.url(), request());
    }

    /** As it is sent. */
    RawRequest request() {
        var request = RawRequest.of("POST", "/v1/webhooks/" + account).header("Content-Type", "application/json");
        headers.forEach((name, value) -> {
            var unusedSelf = request.header(name, value);
        });
        return request.body(body);
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
