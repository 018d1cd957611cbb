package io.oncegate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmsSegmentsTest {

    private static final String SMILE = "\uD83D\uDE00";

    @ParameterizedTest
    @CsvSource({"1, 1", "160, 1", "161, 2", "306, 2", "307, 3", "459, 3", "460, 4", "1530, 10", "1531, 11", "1600, 11"})
    void hasSevenBitsForEachCharacterOfTheGsmAlphabet(int characters, int segments) {
        assertThat(SmsSegments.of("a".repeat(characters))).isEqualTo(segments);
        assertThat(SmsSegments.of("é".repeat(characters))).isEqualTo(segments);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "70, 1", "71, 2", "134, 2", "135, 3", "201, 3", "202, 4", "670, 10", "671, 11", "1600, 24"})
    void hasSixteenBitsForEachCharacterOfAnyOtherText(int characters, int segments) {
        assertThat(SmsSegments.of("ж".repeat(characters))).isEqualTo(segments);
        assertThat(SmsSegments.of("a".repeat(characters - 1) + "ж")).isEqualTo(segments);
    }

    @ParameterizedTest
    @CsvSource({"80, 1", "81, 2", "152, 2", "153, 3", "228, 3", "229, 4"})
    void countsACharacterOfTheExtensionTwice(int characters, int segments) {
        assertThat(SmsSegments.of("€".repeat(characters))).isEqualTo(segments);
    }

    @Test
    void doesNotCutACharacterOfTheExtensionInTwo() {
        String fills = "a".repeat(151) + "€" + "b".repeat(153);
        String sticksOut = "a".repeat(152) + "€" + "b".repeat(152);

        assertThat(SmsSegments.of(fills)).isEqualTo(2);
        assertThat(SmsSegments.of(sticksOut)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"35, 1", "36, 2", "66, 2", "67, 3"})
    void countsASurrogatePairTwice(int characters, int segments) {
        assertThat(SmsSegments.of(SMILE.repeat(characters))).isEqualTo(segments);
    }

    @Test
    void doesNotCutASurrogatePairInTwo() {
        String fills = "ж".repeat(65) + SMILE + "ж".repeat(67);
        String sticksOut = "ж".repeat(66) + SMILE + "ж".repeat(66);

        assertThat(SmsSegments.of(fills)).isEqualTo(2);
        assertThat(SmsSegments.of(sticksOut)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"@£$¥èéùìòÇ\nØø\rÅå", "Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ", " !\"#¤%&'()*+,-./", "¡ÄÖÑÜ§¿äöñüà", "09AZaz:;<=>?"})
    void knowsTheGsmAlphabet(String characters) {
        assertThat(SmsSegments.of(characters + "a".repeat(160 - characters.length())))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\f", "^", "{", "}", "\\", "[", "~", "]", "|", "€"})
    void knowsItsExtension(String character) {
        assertThat(SmsSegments.of(character + "a".repeat(158))).isEqualTo(1);
        assertThat(SmsSegments.of(character + "a".repeat(159))).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ç", "á", "`", "\t", "’", "–", "\u00a0", "ё", "中", "e\u0301"})
    void knowsNothingElse(String character) {
        assertThat(SmsSegments.of(character + "a".repeat(70))).isEqualTo(2);
    }
}
