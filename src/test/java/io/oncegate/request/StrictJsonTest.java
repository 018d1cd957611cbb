package io.oncegate.request;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {

    private static final String SECRET = "s3cr3t";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "false",
                "0",
                "-0",
                "\"\"",
                " \t\r\n{ } \n",
                "{\"a\":1,\"b\":[true,false,null],\"c\":{\"a\":1}}",
                "[{\"a\":1},{\"a\":1}]",
                "{\"\":0}",
                "\"\\u0000\"",
                "\"\\ud83d\\ude00\"",
                "\"\\uD83D\\uDE00\"",
                "\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"",
                "\"\u007f\"",
                "1e10000",
                "1E-10000",
                "1e+0010000",
                "0e0",
                "-1.5E+3",
                "{\"a\":1,\"A\":2}",
                "\"\uFEFF\"",
                "\"\u2028\""
            })
    void readsJson(String text) {
        assertThat(StrictJson.parse(text.getBytes(UTF_8)).isMissingNode()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n",
                "{",
                "[",
                "\"",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "[1,",
                "tru",
                "-",
                "1.",
                "1e",
                "1e+",
                "\"\\",
                "\"\\u12",
                "}",
                "]",
                ",",
                ":",
                "{}}",
                "{},",
                "{}{}",
                "1 2",
                "null null",
                "[]x",
                "true1",
                "\"a\"\"b\"",
                "{} //",
                "{1:2}",
                "{a:1}",
                "{'a':1}",
                "'a'",
                "{\"a\" 1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\":1,}",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[]]",
                "[}",
                "{]",
                "{\"a\"}",
                "{\"a\":}",
                "{,}",
                "/* */ 1",
                "1 // one",
                "# one\n1",
                "01",
                "-01",
                "00",
                "+1",
                ".5",
                "5.",
                "-.5",
                "1.e1",
                "0x10",
                "1_000",
                "1e1.5",
                "--1",
                "NaN",
                "-NaN",
                "Infinity",
                "-Infinity",
                "+Infinity",
                "INF",
                "nan",
                "True",
                "NULL",
                "undefined",
                "\"a\nb\"",
                "\"\t\"",
                "\"\\x\"",
                "\"\\'\"",
                "\"\\u12G4\"",
                "\"\\U0041\"",
                "{\"a\":1}\u0000",
                "\u0000",
                "\u00A0{}",
                "{}\u2028",
                "\u000B1",
                "\f1",
                "[NaN]",
                "[Infinity]",
                "{\"a\":NaN}",
                "e1",
                "1e1000000000;",
                "\"a"
            })
    void refusesWhatIsNotJson(String text) {
        assertRefused(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"b\":2,\"a\":3}",
                "{\"a\":1,\"\\u0061\":1}",
                "[{\"x\":{\"a\":1,\"a\":2}}]",
                "{\"\":1,\"\":2}",
                "{\"\uD83D\uDE00\":1,\"\\uD83D\\uDE00\":1}",
                "{\"a\":null,\"a\":null}"
            })
    void refusesAMemberTwice(String text) {
        assertThatThrownBy(() -> StrictJson.parse(text.getBytes(UTF_8)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("a member twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\\ud83d\"",
                "\"\\uD83D\\u0041\"",
                "\"\\ude00\"",
                "\"\\ude00\\ud83d\"",
                "\"a\\udbff\"",
                "\"\\ud83d\\ud83d\"",
                "{\"\\ud800\":1}",
                "{\"a\":[\"\\udfff\"]}",
                "\"\\ud83d\uD83D\uDE00\"",
                "\"\uD83D\uDE00\\ude00\""
            })
    void refusesHalfASurrogatePair(String text) {
        assertThatThrownBy(() -> StrictJson.parse(text.getBytes(UTF_8)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("half a surrogate pair");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "22C3 22",
                "22 C080 22",
                "22 C1BF 22",
                "22 E08080 22",
                "22 F0808080 22",
                "22 EDA080 22",
                "22 EDBFBF 22",
                "22 EDA0BDEDB880 22",
                "22 F4908080 22",
                "22 F8888080 80 22",
                "22 80 22",
                "22 FF 22",
                "22 FE 22",
                "22 E282 22",
                "22 F09F98 22",
                "22 E28228 22",
                "C3",
                "7B 22 C3 28 22 3A 31 7D",
                "FF"
            })
    void refusesInvalidUtf8(String hex) {
        assertThatThrownBy(() -> StrictJson.parse(HexFormat.of().parseHex(hex.replace(" ", ""))))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("The body is not valid UTF-8.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "{}", "{\"a\":1}", "[\"\u00e9\"]", "\"\"", "true"})
    void refusesOtherEncodingsAndByteOrderMarks(String text) {
        for (Charset charset :
                new Charset[] {UTF_16BE, UTF_16LE, Charset.forName("UTF-32BE"), Charset.forName("UTF-32LE")}) {
            assertRefused(text.getBytes(charset));
            assertRefused(("\uFEFF" + text).getBytes(charset));
        }
        assertRefused(("\uFEFF" + text).getBytes(UTF_8));
        assertRefused((text + "\uFEFF").getBytes(UTF_8));
    }

    @Test
    void reads32LevelsAndRefusesOneMore() {
        String objects = "{\"a\":".repeat(31) + "{}" + "}".repeat(31);

        assertThat(StrictJson.parse(nested(32)).isArray()).isTrue();
        assertThat(StrictJson.parse(objects.getBytes(UTF_8)).isObject()).isTrue();
        assertThatThrownBy(() -> StrictJson.parse(nested(33)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("nested deeper than 32 levels");
        assertThatThrownBy(() -> StrictJson.parse(("{\"a\":" + objects + "}").getBytes(UTF_8)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("nested deeper than 32 levels");
        assertRefused("[".repeat(60_000).getBytes(UTF_8));
    }

    @Test
    void readsNamesAndStringsOfAnyLength() {
        String longest = "n".repeat(60_000);

        assertThat(read("{\"" + longest + "\":\"" + longest + "\"}")
                        .get(longest)
                        .textValue())
                .isEqualTo(longest);
    }

    @Test
    void readsNamesWhoseHashesCollide() {
        String members = IntStream.range(0, 4096)
                .mapToObj(i -> IntStream.range(0, 12)
                        .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                        .reduce("", String::concat))
                .map(name -> "\"" + name + "\":0")
                .reduce((a, b) -> a + "," + b)
                .orElseThrow();

        assertThat(read("{" + members + "}").size()).isEqualTo(4096);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":s3cr3t}", "{\"s3cr3t\":1,\"s3cr3t\":2}", "{\"s3cr3t\":\"\\ud800\"}", "s3cr3t",
                        "{\"a\":\"s3cr3t",
                "{} s3cr3t", "{\"a\":\"s3cr3t\\x\"}", "[s3cr3t", "\"s3cr3t\" \"", "{\"s3cr3t\" 1}"
            })
    void neverRepeatsTheBody(String text) {
        assertThatThrownBy(() -> StrictJson.parse(text.getBytes(UTF_8)))
                .isInstanceOf(MalformedJsonException.class)
                .message()
                .doesNotContain(SECRET)
                .matches("The body .*\\.");
    }

    @Test
    void saysWhereTheBodyIsWrong() {
        assertThatThrownBy(() -> StrictJson.parse("{\n \"a\": 01}".getBytes(UTF_8)))
                .hasMessageMatching("The body is not valid JSON at line 2, column \\d+\\.");
    }

    @Test
    void eitherReadsOrRefusesWhateverArrives() {
        byte[] sample = "{\"a\":[1.5e3,-0,true,null,\"\\ud83d\\ude00\u00e9\uD83D\uDE00\"],\"b\":{\"c\":\"\\n\"}}"
                .getBytes(UTF_8);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] body = sample.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                body[random.nextInt(body.length)] =
                        random.nextBoolean() ? sample[random.nextInt(sample.length)] : (byte) random.nextInt(256);
            }
            try {
                assertThat(StrictJson.parse(body)).isNotNull();
            } catch (MalformedJsonException e) {
                assertThat(e).hasMessageStartingWith("The body ");
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ", body " + HexFormat.of().formatHex(body), e);
            }
        }
    }

    private static JsonNode read(String text) {
        return StrictJson.parse(text.getBytes(UTF_8));
    }

    private static byte[] nested(int levels) {
        return ("[".repeat(levels) + "]".repeat(levels)).getBytes(UTF_8);
    }

    private static void assertRefused(byte[] body) {
        assertThatThrownBy(() -> StrictJson.parse(body))
                .isInstanceOf(MalformedJsonException.class)
                .message()
                .matches("The body .*\\.");
    }
}
