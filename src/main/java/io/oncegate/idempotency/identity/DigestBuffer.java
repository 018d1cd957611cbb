package io.oncegate.idempotency.identity;

import java.security.MessageDigest;

/** Bytes on their way into a SHA-256, so that single ones are cheap. For one thread and one hash. */
final class DigestBuffer {

    private static final int SIZE = 1024;
    private static final int LONGEST_UTF8 = 4;

    private final MessageDigest digest = Sha256.begin();
    private final byte[] bytes = new byte[SIZE];
    private int length;

    void put(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    /** Four bytes, the highest first. */
    void putInt(int value) {
        room(Integer.BYTES);
        bytes[length++] = (byte) (value >>> 24);
        bytes[length++] = (byte) (value >>> 16);
        bytes[length++] = (byte) (value >>> 8);
        bytes[length++] = (byte) value;
    }

    void put(byte[] value) {
        if (value.length > SIZE - length) {
            flush();
            digest.update(value);
        } else {
            System.arraycopy(value, 0, bytes, length, value.length);
            length += value.length;
        }
    }

    /** The text's UTF-8, without a copy of it. The text holds no lone surrogate. */
    void putUtf8(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            room(LONGEST_UTF8);
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else if (c < 0x800) {
                bytes[length++] = (byte) (0xC0 | (c >> 6));
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            } else if (Character.isSurrogate(c)) {
                putSupplementary(text.codePointAt(i++));
            } else {
                bytes[length++] = (byte) (0xE0 | (c >> 12));
                bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            }
        }
    }

    byte[] sha256() {
        flush();
        return digest.digest();
    }

    private void putSupplementary(int codePoint) {
        bytes[length++] = (byte) (0xF0 | (codePoint >> 18));
        bytes[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
        bytes[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        bytes[length++] = (byte) (0x80 | (codePoint & 0x3F));
    }

    private void room(int needed) {
        if (needed > SIZE - length) {
            flush();
        }
    }

    private void flush() {
        digest.update(bytes, 0, length);
        length = 0;
    }
}
