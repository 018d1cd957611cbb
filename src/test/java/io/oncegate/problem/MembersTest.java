package io.oncegate.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oncegate.problem.Problem.FieldError;
import io.oncegate.request.StrictJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MembersTest {

    private static final FieldError REQUIRED = new FieldError("/m", "is required");

    private enum Color {
        RED,
        DARK_BLUE
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "abc", "\u00e9\u00e9\u00e9", "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00", "\\u0001", "  "})
    void readsAStringOfOneToThreeCharacters(String text) {
        Members members = of("{\"m\":\"" + text + "\"}");

        assertThat(members.optionalString("m", 1, 3)).contains(members.requiredString("m", 1, 3));
        assertThat(members.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ""              | must have 1 to 3 characters
                    "abcd"          | must have 1 to 3 characters
                    "😀😀😀😀"      | must have 1 to 3 characters
                    "a\\u0000"      | must not contain U+0000
                    1               | must be a string
                    true            | must be a string
                    ["a"]           | must be a string
                    {"a":"b"}       | must be a string
                    """)
    void refusesOtherStrings(String value, String detail) {
        Members required = of("{\"m\":" + value + "}");
        Members optional = of("{\"m\":" + value + "}");

        assertThat(required.requiredString("m", 1, 3)).isEmpty();
        assertThat(optional.optionalString("m", 1, 3)).isEmpty();
        assertThat(required.errors()).containsExactly(new FieldError("/m", detail));
        assertThat(optional.errors()).isEqualTo(required.errors());
    }

    @Test
    void readsAnEmptyStringWhereItMayBeEmpty() {
        assertThat(of("{\"m\":\"\"}").optionalString("m", 0, 3)).contains("");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "100, 100", "-0, 0", "0, 0"})
    void readsAnIntegerInItsRange(String literal, long value) {
        Members members = of("{\"m\":" + literal + "}");

        assertThat(members.requiredInteger("m", 0, 100)).isEqualTo(value);
        assertThat(members.optionalInteger("m", 0, 100)).contains(value);
        assertThat(members.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0",
                "1e1",
                "1E1",
                "1e3",
                "\"10\"",
                "true",
                "[10]",
                "{}",
                "0",
                "-1",
                "101",
                "9223372036854775808",
                "18446744073709551626",
                "-9223372036854775809",
                "1e10000",
                "0.5"
            })
    void refusesAnythingButAnIntegerLiteralInItsRange(String value) {
        Members required = of("{\"m\":" + value + "}");
        Members optional = of("{\"m\":" + value + "}");

        assertThat(required.requiredInteger("m", 1, 100)).isEqualTo(1);
        assertThat(optional.optionalInteger("m", 1, 100)).isEmpty();
        assertThat(required.errors())
                .containsExactly(new FieldError(
                        "/m", "must be an integer from 1 to 100, written without a fraction or an exponent"));
        assertThat(optional.errors()).isEqualTo(required.errors());
    }

    @Test
    void readsTheWholeRangeOfLong() {
        assertThat(of("{\"m\":9223372036854775807}").requiredInteger("m", Long.MIN_VALUE, Long.MAX_VALUE))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(of("{\"m\":-9223372036854775808}").requiredInteger("m", Long.MIN_VALUE, Long.MAX_VALUE))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void readsConstantsByTheirLowerCaseNames() {
        assertThat(of("{\"m\":\"red\"}").requiredEnum("m", Color.class)).isEqualTo(Color.RED);
        assertThat(of("{\"m\":\"dark_blue\"}").optionalEnum("m", Color.class)).contains(Color.DARK_BLUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"RED\"", "\"green\"", "\"\"", "1", "true", "[]", "{}", "\"red \""})
    void refusesWhatIsNoConstant(String value) {
        Members required = of("{\"m\":" + value + "}");
        Members optional = of("{\"m\":" + value + "}");

        assertThat(required.requiredEnum("m", Color.class)).isEqualTo(Color.RED);
        assertThat(optional.optionalEnum("m", Color.class)).isEmpty();
        assertThat(required.errors()).containsExactly(new FieldError("/m", "must be one of red, dark_blue"));
        assertThat(optional.errors()).isEqualTo(required.errors());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"m\":null}"})
    void takesNullForAbsent(String body) {
        Members members = of(body);

        assertThat(members.optionalString("m", 1, 3)).isEmpty();
        assertThat(members.optionalInteger("m", 1, 3)).isEmpty();
        assertThat(members.optionalEnum("m", Color.class)).isEmpty();
        assertThat(members.optionalStringMap("m", 3)).isEmpty();
        assertThat(members.optionalStrings("m", 3, 3)).isEmpty();
        assertThat(members.optionalObject("m")).isEmpty();
        assertThat(members.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"m\":null}"})
    void missesWhatIsRequired(String body) {
        Members members = of(body);

        assertThat(members.requiredString("m", 1, 3)).isEmpty();
        assertThat(members.requiredInteger("m", 7, 9)).isEqualTo(7);
        assertThat(members.requiredEnum("m", Color.class)).isEqualTo(Color.RED);
        assertThat(members.requiredObject("m").requiredString("n", 1, 3)).isEmpty();
        assertThat(members.errors()).containsExactly(REQUIRED, REQUIRED, REQUIRED, REQUIRED);
    }

    @Test
    void readsAMapOfStrings() {
        Members members = of("{\"m\":{\"b\":\"1\",\"a\":\"\",\"\":\"\u00e9\"}}");

        assertThat(members.optionalStringMap("m", 3))
                .containsExactly(Map.entry("b", "1"), Map.entry("a", ""), Map.entry("", "\u00e9"));
        assertThat(members.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"a":"","b":"","c":""} | /m        | must be an object of at most 2 strings
                    []                     | /m        | must be an object of at most 2 strings
                    "a"                    | /m        | must be an object of at most 2 strings
                    {"a":1}                | /m/a      | must be a string
                    {"a":null}             | /m/a      | must be a string
                    {"a/b~c":{}}           | /m/a~1b~0c | must be a string
                    {"a":"x\\u0000"}       | /m/a      | must not contain U+0000
                    {"a\\u0000":"x"}       | /m        | must not have a name with U+0000
                    """)
    void refusesOtherMaps(String value, String pointer, String detail) {
        Members members = of("{\"m\":" + value + "}");

        assertThat(members.optionalStringMap("m", 2)).isEmpty();
        assertThat(members.errors()).containsExactly(new FieldError(pointer, detail));
    }

    @Test
    void readsAnArrayOfStrings() {
        assertThat(of("{\"m\":[\"b\",\"a\"]}").optionalStrings("m", 2, 3)).containsExactly("b", "a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ["a","b","c"]   | /m   | must be an array of at most 2 strings
                    {}              | /m   | must be an array of at most 2 strings
                    "a"             | /m   | must be an array of at most 2 strings
                    [1]             | /m/0 | must be a string
                    [null]          | /m/0 | must be a string
                    ["abcd"]        | /m/0 | must have 1 to 3 characters
                    """)
    void refusesOtherArrays(String value, String pointer, String detail) {
        Members members = of("{\"m\":" + value + "}");

        assertThat(members.optionalStrings("m", 2, 3)).isEmpty();
        assertThat(members.errors()).containsExactly(new FieldError(pointer, detail));
    }

    @Test
    void readsNestedObjectsWithTheirOwnPointers() {
        Members members = of("{\"payment\":{\"method\":\"card\",\"return_url\":7}}");

        Members payment = members.optionalObject("payment").orElseThrow();

        assertThat(payment.requiredString("method", 1, 64)).isEqualTo("card");
        assertThat(payment.optionalString("return_url", 1, 2000)).isEmpty();
        assertThat(payment.requiredString("x/y", 1, 2)).isEmpty();
        assertThat(members.errors())
                .containsExactly(
                        new FieldError("/payment/return_url", "must be a string"),
                        new FieldError("/payment/x~1y", "is required"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "[]", "\"a\"", "true"})
    void reportsANestedValueThatIsNoObjectOnce(String value) {
        Members members = of("{\"m\":" + value + "}");

        Members nested = members.requiredObject("m");

        assertThat(nested.requiredString("n", 1, 3)).isEmpty();
        nested.check(false, "n", "must be otherwise");
        assertThat(members.errors()).containsExactly(new FieldError("/m", "must be an object"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "[]", "\"a\"", "null", "true", "[{\"m\":\"a\"}]"})
    void reportsABodyThatIsNoObjectOnce(String body) {
        Members members = of(body);

        assertThat(members.requiredString("m", 1, 3)).isEmpty();
        assertThat(members.requiredInteger("m", 1, 3)).isEqualTo(1);
        assertThat(members.optionalObject("m")).isEmpty();
        assertThat(members.errors()).containsExactly(new FieldError("", "must be a JSON object"));
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> members.orRefuse(Optional.empty()))
                .satisfies(thrown -> assertThat(thrown.problem().detail()).isEqualTo("the body must be a JSON object"));
    }

    @Test
    void checksARuleOfAMemberThatHasNoErrorYet() {
        Members members = of("{\"currency\":\"XXX\",\"metadata\":{\"a\":1}}");
        String currency = members.requiredString("currency", 3, 3);
        assertThat(members.optionalStringMap("metadata", 2)).isEmpty();

        members.check(currency.equals("EUR"), "currency", "must be in use");
        members.check(currency.equals("USD"), "currency", "must be American");
        members.check(false, "metadata", "must be otherwise");
        members.check(true, "other", "must be there");

        assertThat(members.errors())
                .containsExactly(
                        new FieldError("/metadata/a", "must be a string"),
                        new FieldError("/currency", "must be in use"));
    }

    @Test
    void refusesWithEveryErrorAndPassesWithoutOne() {
        assertThat(of("{\"unknown\":\"\\u0000\"}").orRefuse("read")).isEqualTo("read");

        Members members = of("{\"b\":\"x\"}");
        String read = members.requiredString("a", 1, 2) + members.requiredInteger("b", 1, 2);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> members.orRefuse(read))
                .satisfies(thrown -> {
                    assertThat(thrown.problem().type()).isEqualTo(ProblemType.VALIDATION_FAILED);
                    assertThat(thrown.problem().errors())
                            .extracting(FieldError::pointer)
                            .isEqualTo(List.of("/a", "/b"));
                });
    }

    private static Members of(String body) {
        return Members.of(StrictJson.parse(body.getBytes(UTF_8)));
    }
}
