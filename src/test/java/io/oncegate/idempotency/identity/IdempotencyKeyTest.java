package io.oncegate.idempotency.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

    private static final String FORBIDDEN = "\"\\,;";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "k", "8e03978e-40d5-43e8-bc93-6894a57f9324", "8E03978E-40D5-43E8-BC93-6894A57F9324", "order:17/retry=1",
                "!#$%&'()*+-./:<=>?@[]^_`{|}~", "0", "null", "'k'"
            })
    void takesAKeyBareOrQuoted(String key) {
        assertThat(from(key).value()).isEqualTo(key);
        assertThat(from("\"" + key + "\"")).isEqualTo(from(key));
    }

    @Test
    void takesEveryVisibleCharacterButFour() {
        String all = IntStream.rangeClosed('!', '~')
                .mapToObj(Character::toString)
                .filter(c -> !FORBIDDEN.contains(c))
                .collect(Collectors.joining());

        assertThat(from(all).value()).isEqualTo(all);
    }

    @Test
    void takes255CharactersQuotesAside() {
        String longest = "x".repeat(255);

        assertThat(from(longest).value()).isEqualTo(longest);
        assertThat(from("\"" + longest + "\"").value()).isEqualTo(longest);
        assertInvalid(List.of("x".repeat(256)));
        assertInvalid(List.of("\"" + "x".repeat(256) + "\""));
    }

    @Test
    void tellsUpperFromLowerCase() {
        assertThat(from("abc")).isNotEqualTo(from("ABC"));
    }

    @ParameterizedTest
    @MethodSource
    void refusesWhatIsNotOneKey(List<String> lines) {
        assertInvalid(lines);
    }

    static Stream<List<String>> refusesWhatIsNotOneKey() {
        Stream<String> oneLine = Stream.of(
                "",
                "\"\"",
                "\"",
                "\"\"\"",
                "\"k",
                "k\"",
                "a b",
                " ",
                " k",
                "k ",
                "\" k\"",
                "a,b",
                "a, b",
                "\"a\", \"b\"",
                "k;a=1",
                "\"k\";a=1",
                "\"k\" ;a=1",
                "a\\b",
                "\"a\\\"b\"",
                "\"a\"b\"",
                "a\tb",
                "a\0b",
                "k\u007f",
                "k\u00e9",
                "\u043a",
                "\uD83D\uDE00",
                "k\n",
                ":a2V5:;x",
                "x".repeat(10_000));
        return Stream.concat(
                oneLine.map(List::of),
                Stream.of(List.of("k", "k"), List.of("a", "b"), List.of("k", ""), List.of("", "")));
    }

    @Test
    void asksForAKeyWhereThereIsNone() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> IdempotencyKey.from(List.of()))
                .satisfies(
                        thrown -> assertThat(thrown.problem().type()).isEqualTo(ProblemType.IDEMPOTENCY_KEY_MISSING));
    }

    @Test
    void isHashedForLogs() {
        assertThat(from("abc").hash()).isEqualTo("ba7816bf8f01cfea");
    }

    @Test
    void tellsItsValueToNoLog() {
        assertThat(from("order-17"))
                .asString()
                .doesNotContain("order-17")
                .contains(from("order-17").hash());
    }

    @Test
    void cannotBeMadeOfAnythingElse() {
        assertThatThrownBy(() -> new IdempotencyKey("a b"))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("a b");
    }

    private static IdempotencyKey from(String line) {
        return IdempotencyKey.from(List.of(line));
    }

    private static void assertInvalid(List<String> lines) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> IdempotencyKey.from(lines))
                .satisfies(
                        thrown -> assertThat(thrown.problem().type()).isEqualTo(ProblemType.IDEMPOTENCY_KEY_INVALID));
    }
}
