package io.oncegate.sandbox.notice;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What events are signed with. */
final class Secrets {
    /** Of every sandbox: it proves nothing to anybody else. */
    static final String OWN = "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gh";

    private static final String PREFIX = "whsec_";

    private Secrets() {}

    /** The key that Standard Webhooks write as {@code whsec_} and base64; any other text is its own key. */
    static byte[] standardKey(String secret) {
        var encoded = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
        try {
            return Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException notBase64) {
            return textKey(secret);
        }
    }

    /** The key that is the whole text. */
    static byte[] textKey(String secret) {
        return secret.getBytes(StandardCharsets.UTF_8);
    }
}
