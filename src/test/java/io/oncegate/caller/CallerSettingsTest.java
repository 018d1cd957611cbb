package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerSettingsTest {

    private record Settings(Optional<String> bootstrapOperatorKey, boolean demo, int rememberedApiKeys)
            implements CallerConfig {}

    @ParameterizedTest
    @ValueSource(ints = {16, 37, 128})
    void takeAnOperatorKeyOfTheRightLength(int length) {
        assertThat(CallerSettings.complaints(keyed("k".repeat(length)), true)).isEmpty();
    }

    @Test
    void takeEveryVisibleCharacter() {
        StringBuilder visible = new StringBuilder();
        for (char c = '!'; c <= '~'; c++) {
            visible.append(c);
        }

        assertThat(CallerSettings.complaints(keyed(visible.toString()), true)).isEmpty();
    }

    @Test
    void needNoOperatorKey() {
        assertThat(CallerSettings.complaints(new Settings(Optional.empty(), false, 100), true))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void complainOfAnUnusableOperatorKeyWithoutShowingIt(String key) {
        assertThat(CallerSettings.complaints(keyed(key), true))
                .singleElement()
                .asString()
                .contains("oncegate.bootstrap-operator-key")
                .doesNotContain(key);
    }

    static Stream<String> unusable() {
        return Stream.of(
                "k".repeat(15), "k".repeat(129), "k".repeat(16) + " ", "k".repeat(16) + "\t", "k".repeat(16) + "é");
    }

    @Test
    void refuseADemoInProduction() {
        Settings demo = new Settings(Optional.empty(), true, 100);

        assertThat(CallerSettings.complaints(demo, true))
                .singleElement()
                .asString()
                .contains("oncegate.demo");
        assertThat(CallerSettings.complaints(demo, false)).isEmpty();
    }

    private static Settings keyed(String key) {
        return new Settings(Optional.of(key), false, 100);
    }
}
