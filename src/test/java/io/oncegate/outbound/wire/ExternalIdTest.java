package io.oncegate.outbound.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalIdTest {

    @ParameterizedTest
    @ValueSource(strings = {"pi_3MtwBwLkdIwHu7ix28a3tqPa", "29f31de9-000f-5000-a000-109987b98a6a", "13660", "a:b.c"})
    void hasASaneForm(String id) {
        assertThat(ExternalId.sane(Optional.of(id))).contains(id);
        assertThat(ExternalId.sane(Optional.of("x".repeat(255)))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "../x", "a/b", "a?b", "-x", "_x", "a\n", "é", "a%2Fb"})
    void isNothingElse(String id) {
        assertThat(ExternalId.sane(Optional.of(id))).isEmpty();
        assertThat(ExternalId.sane(Optional.of("x".repeat(256)))).isEmpty();
    }
}
