package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class KeyHashTest {

    @Test
    void isTheSha256OfTheText() {
        // The example of FIPS 180-2, appendix B.1.
        assertThat(HexFormat.of().formatHex(KeyHash.of("abc").bytes()))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void isEqualForEqualTextOnly() {
        assertThat(KeyHash.of("a")).isEqualTo(KeyHash.of("a")).hasSameHashCodeAs(KeyHash.of("a"));
        assertThat(KeyHash.of("a")).isNotEqualTo(KeyHash.of("b"));
    }

    @Test
    void cannotBeChangedThroughItsBytes() {
        KeyHash hash = KeyHash.of("a");

        hash.bytes()[0]++;

        assertThat(hash).isEqualTo(KeyHash.of("a"));
    }
}
