package io.oncegate.idempotency.identity;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * What a request asked for, in 32 bytes: two requests with one key mean the same exactly when their fingerprints are
 * equal. Compared only within one version, and never part of a key.
 *
 * @param version of the canonical form that was hashed
 * @param sha256 the hash; whoever holds it leaves it as it is
 */
@SuppressWarnings("ArrayRecordComponent") // equality, hash and text are written below
public record Fingerprint(int version, byte[] sha256) {

    private static final int BYTES = 32;

    public Fingerprint {
        if (sha256.length != BYTES) {
            throw new IllegalArgumentException("a SHA-256 has " + BYTES + " bytes, not " + sha256.length);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && version == that.version && Arrays.equals(sha256, that.sha256);
    }

    @Override
    public int hashCode() {
        return 31 * version + Arrays.hashCode(sha256);
    }

    @Override
    public String toString() {
        return "Fingerprint[v" + version + " " + HexFormat.of().formatHex(sha256) + "]";
    }
}
