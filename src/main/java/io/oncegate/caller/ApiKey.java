package io.oncegate.caller;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/**
 * The text of the API keys that the service makes: {@code ogk_}, 27 random base-62 digits (160 bits), and their CRC-32
 * as six more. The checksum is no secret; it lets a mistyped or invented key be refused without a look-up.
 */
public final class ApiKey {

    /** What every key begins with, so that scanners of source code and logs recognise a leaked one. */
    public static final String PREFIX = "ogk_";

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_DIGITS = 27;
    private static final int CHECKSUM_DIGITS = 6;
    private static final int SIGNED = PREFIX.length() + RANDOM_DIGITS;
    private static final int LENGTH = SIGNED + CHECKSUM_DIGITS;

    private ApiKey() {}

    /** A new key. It is shown once and never stored; see {@link KeyHash}. */
    public static String generate(SecureRandom random) {
        StringBuilder key = new StringBuilder(LENGTH).append(PREFIX);
        for (int i = 0; i < RANDOM_DIGITS; i++) {
            key.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return key + checksum(key.toString());
    }

    /** Whether the text may be a key that the service made. Any single wrong character is noticed. */
    static boolean wellFormed(String text) {
        return text.length() == LENGTH
                && text.startsWith(PREFIX)
                && text.chars().skip(PREFIX.length()).allMatch(c -> DIGITS.indexOf(c) >= 0)
                && text.substring(SIGNED).equals(checksum(text.substring(0, SIGNED)));
    }

    private static String checksum(String signed) {
        CRC32 crc = new CRC32();
        crc.update(signed.getBytes(StandardCharsets.US_ASCII));
        char[] digits = new char[CHECKSUM_DIGITS];
        long rest = crc.getValue();
        for (int i = CHECKSUM_DIGITS - 1; i >= 0; i--) {
            digits[i] = DIGITS.charAt((int) (rest % DIGITS.length()));
            rest /= DIGITS.length();
        }
        return new String(digits);
    }
}
