package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyTest {

    private final SecureRandom random = new SecureRandom();

    @Test
    void isTakenAsItWasMade() {
        for (int i = 0; i < 1000; i++) {
            String key = ApiKey.generate(random);

            assertThat(key).matches("ogk_[0-9A-Za-z]{33}");
            assertThat(ApiKey.wellFormed(key)).isTrue();
        }
    }

    @Test
    void isNewEachTime() {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            keys.add(ApiKey.generate(random));
        }

        assertThat(keys).hasSize(1000);
    }

    @Test
    void refusesEverySingleWrongCharacter() {
        String key = ApiKey.generate(random);

        for (int at = 0; at < key.length(); at++) {
            for (char wrong = 1; wrong < 0x180; wrong++) {
                if (wrong != key.charAt(at)) {
                    String corrupted = key.substring(0, at) + wrong + key.substring(at + 1);
                    assertThat(ApiKey.wellFormed(corrupted)).as(corrupted).isFalse();
                }
            }
        }
    }

    @Test
    void refusesACharacterTooFewOrTooMany() {
        String key = ApiKey.generate(random);

        assertThat(ApiKey.wellFormed(key.substring(1))).isFalse();
        assertThat(ApiKey.wellFormed(key.substring(0, key.length() - 1))).isFalse();
        assertThat(ApiKey.wellFormed(key + "0")).isFalse();
        assertThat(ApiKey.wellFormed(" " + key)).isFalse();
    }

    @Test
    void refusesTwoCharactersThatChangedPlaces() {
        String key = ApiKey.generate(random);

        for (int at = 4; at + 1 < key.length(); at++) {
            if (key.charAt(at) != key.charAt(at + 1)) {
                String swapped = key.substring(0, at) + key.charAt(at + 1) + key.charAt(at) + key.substring(at + 2);
                assertThat(ApiKey.wellFormed(swapped)).as(swapped).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ogk_", "og_demo", "ogk_000000000000000000000000000000000", "OGK_0", "ogk-1"})
    void refusesWhatTheServiceNeverMade(String text) {
        assertThat(ApiKey.wellFormed(text)).isFalse();
    }
}
