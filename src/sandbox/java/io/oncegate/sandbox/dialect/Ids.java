package io.oncegate.sandbox.dialect;

import java.security.SecureRandom;

/** Names that a provider gives, never twice, not even after a restart. */
public final class Ids {
    private static final String LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final SecureRandom RANDOM = new SecureRandom();

    private Ids() {}

    public static String random(String prefix, int length) {
        var id = new StringBuilder(prefix);
        RANDOM.ints(length, 0, LETTERS.length()).forEach(at -> id.append(LETTERS.charAt(at)));
        return id.toString();
    }
}
