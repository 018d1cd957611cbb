package io.oncegate.messages.receipts;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Proves that an address for receipts was given out by this service: HMAC-SHA256 of the message's id, in hex. */
final class ReceiptToken {

    private static final String ALGORITHM = "HmacSHA256";

    /** The secret may sign other things too; what is signed for one purpose is worth nothing for another. */
    private static final String PURPOSE = "kannel receipt:";

    private ReceiptToken() {}

    static String of(String secret, String messageId) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes(secret), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(bytes(PURPOSE + messageId)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has HMAC-SHA256", e);
        }
    }

    /** Whether the token is the message's under one of the secrets; compared in constant time. */
    static boolean fits(List<String> secrets, String messageId, String token) {
        boolean fits = false;
        for (String secret : secrets) {
            fits |= MessageDigest.isEqual(bytes(of(secret, messageId)), bytes(token));
        }
        return fits;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
