package io.oncegate.webhooks.signature;

import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The keys that a sender may have signed with: more than one while they rotate. Immutable. */
final class HmacKeys {

    private static final String ALGORITHM = "HmacSHA256";

    private final List<SecretKeySpec> keys;

    /** {@code secrets} as bytes, none of them empty. */
    HmacKeys(List<byte[]> secrets) {
        this.keys = secrets.stream()
                .map(secret -> new SecretKeySpec(secret, ALGORITHM))
                .toList();
    }

    /**
     * Whether one of {@code signatures} is one of the keys' over {@code head} and {@code body}. All of them are
     * compared with all, so that the time tells nothing of which.
     */
    boolean signed(byte[] head, byte[] body, List<byte[]> signatures) {
        boolean found = false;
        for (SecretKeySpec key : keys) {
            byte[] expected = hmac(key, head, body);
            for (byte[] signature : signatures) {
                found |= MessageDigest.isEqual(expected, signature);
            }
        }
        return found;
    }

    private static byte[] hmac(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return mac.doFinal(body);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java runtime has HMAC-SHA-256, for a key of any length", e);
        }
    }
}
