package io.oncegate.webhooks.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What senders do. */
final class Signing {

    static final Duration TOLERANCE = Duration.ofSeconds(300);

    private Signing() {}

    /** Of a receiver whose clock shows {@code now}. */
    static Freshness at(long now) {
        return new Freshness(Clock.fixed(Instant.ofEpochSecond(now), ZoneOffset.UTC), TOLERANCE);
    }

    /** A request with each header once, by its name in any case. */
    static SignedRequest request(Map<String, String> headers, byte[] body) {
        return new SignedRequest(
                name -> headers.entrySet().stream()
                        .filter(header -> header.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .toList(),
                body);
    }

    static SignedRequest request(Map<String, String> headers, String body) {
        return request(headers, body.getBytes(UTF_8));
    }

    /** One whose every header is there twice. */
    static SignedRequest withEachHeaderTwice(SignedRequest request) {
        return new SignedRequest(
                name -> request.headers().apply(name).stream()
                        .flatMap(value -> List.of(value, value).stream())
                        .toList(),
                request.body());
    }

    static byte[] hmac(byte[] key, String head, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(head.getBytes(UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
