package io.oncegate.idempotency.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FingerprintTest {

    @Test
    void equalsOneOfTheSameVersionAndHash() {
        assertThat(new Fingerprint(1, hash(7))).isEqualTo(new Fingerprint(1, hash(7)));
        assertThat(new Fingerprint(1, hash(7))).hasSameHashCodeAs(new Fingerprint(1, hash(7)));
        assertThat(new Fingerprint(1, hash(7))).isNotEqualTo(new Fingerprint(1, hash(8)));
        assertThat(new Fingerprint(1, hash(7))).isNotEqualTo(new Fingerprint(2, hash(7)));
    }

    @Test
    void has32Bytes() {
        assertThatThrownBy(() -> new Fingerprint(1, new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] hash(int last) {
        byte[] hash = new byte[32];
        hash[31] = (byte) last;
        return hash;
    }
}
