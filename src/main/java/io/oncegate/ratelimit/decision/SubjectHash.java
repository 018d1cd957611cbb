package io.oncegate.ratelimit.decision;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A subject as logs may name it: enough to find all lines about one, and nothing of who it is. Addresses and phone
 * numbers are few enough to be tried out, so it hides them from a glance and not from an attacker with the logs.
 */
public final class SubjectHash {

    private static final int BYTES = 8;

    private SubjectHash() {}

    /** The first 16 hex digits of its SHA-256. */
    public static String of(String subject) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
