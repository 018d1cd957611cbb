package io.oncegate.idempotency.identity;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The one hash of this package. */
final class Sha256 {

    private Sha256() {}

    /** A digest that has taken nothing yet; for one thread. */
    static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
