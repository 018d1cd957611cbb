package io.oncegate.webhooks.signature;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Standard Webhooks: {@code webhook-id}, {@code webhook-timestamp} in seconds, and {@code webhook-signature}, a list of
 * {@code v1,<base64>}: HMAC-SHA-256 over id, moment and body with full stops between. Other versions prove nothing.
 */
public final class StandardSignature implements Signature {

    private static final String ID = "webhook-id";
    private static final String MOMENT = "webhook-timestamp";
    private static final String SIGNATURES = "webhook-signature";
    private static final String VERSION = "v1,";
    private static final String SECRET_PREFIX = "whsec_";

    /** Without a full stop, which could stand for the one behind it. */
    private static final Pattern ID_FORM = Pattern.compile("[!-~&&[^.]]{1,200}");

    private final HmacKeys keys;
    private final Freshness freshness;

    /** {@code secrets}: base64, usually behind {@code whsec_}; a text that is none is the key itself. */
    public StandardSignature(List<String> secrets, Freshness freshness) {
        this.keys = new HmacKeys(secrets.stream().map(StandardSignature::key).toList());
        this.freshness = freshness;
    }

    private static byte[] key(String secret) {
        String encoded = secret.startsWith(SECRET_PREFIX) ? secret.substring(SECRET_PREFIX.length()) : secret;
        return bytes(encoded).filter(key -> key.length > 0).orElseGet(() -> secret.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Optional<Proof> check(SignedRequest request) {
        Optional<String> id =
                request.header(ID).filter(text -> ID_FORM.matcher(text).matches());
        Optional<String> moment = request.header(MOMENT).filter(freshness::isFresh);
        Optional<String> signatures = request.header(SIGNATURES);
        if (id.isEmpty() || moment.isEmpty() || signatures.isEmpty()) {
            return Optional.empty();
        }
        byte[] head = (id.get() + "." + moment.get() + ".").getBytes(StandardCharsets.US_ASCII);
        return keys.signed(head, request.body(), signatures(signatures.get()))
                ? Optional.of(new Proof(id))
                : Optional.empty();
    }

    private static List<byte[]> signatures(String header) {
        List<byte[]> signatures = new ArrayList<>();
        for (String one : header.split(" ")) {
            if (one.startsWith(VERSION)) {
                bytes(one.substring(VERSION.length())).ifPresent(signatures::add);
            }
        }
        return signatures;
    }

    private static Optional<byte[]> bytes(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
