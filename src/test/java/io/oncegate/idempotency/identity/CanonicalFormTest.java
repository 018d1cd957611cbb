package io.oncegate.idempotency.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.request.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalFormTest {

    private static final int TRIES = 20_000;

    private final CanonicalForm form = new CanonicalForm(List.of());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"a":1,"b":2}              | {"b":2,"a":1}
                    {"a":1,"b":[1,2]}          | { "b" : [ 1 , 2 ] , "a" : 1 }
                    10                         | 10.0
                    10                         | 1e1
                    10                         | 0.1E+2
                    10                         | 1000e-2
                    0                          | -0
                    0                          | 0.000
                    0                          | -0e9999
                    100000000000000000000      | 1e20
                    1e10000                    | 10e9999
                    -1.50                      | -15E-1
                    9007199254740993           | 9007199254740993.00
                    "a"                        | "\\u0061"
                    "/"                        | "\\/"
                    "\\n"                      | "\\u000A"
                    "é"                        | "\\u00e9"
                    "😀"                       | "\\ud83d\\uDE00"
                    {"é":1}                    | {"\\u00E9":1}
                    [{"x":null,"y":{}},[]]     | [{"y":{},"x":null},[]]
                    """)
    void isOneForAllSpellingsOfABody(String one, String other) {
        assertThat(fingerprint(one)).isEqualTo(fingerprint(other)).hasSameHashCodeAs(fingerprint(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"a":1}                    | {"a":2}
                    {"a":1}                    | {"A":1}
                    {"a":1}                    | {"b":1}
                    {"a":1}                    | {"a":1,"b":null}
                    {"a":null}                 | {}
                    {"a":null}                 | {"a":false}
                    {"a":null}                 | {"a":"null"}
                    {"a":{}}                   | {"a":[]}
                    {}                         | []
                    []                         | [[]]
                    [1,2]                      | [2,1]
                    [1,2]                      | [12]
                    [[1],2]                    | [[1,2]]
                    ["a","b"]                  | ["ab"]
                    ["a","b"]                  | ["a\\"b"]
                    {"a":"b","c":"d"}          | {"a":"d","c":"b"}
                    {"a":{"b":1},"c":2}        | {"a":{"b":1,"c":2}}
                    {"ab":"c"}                 | {"a":"bc"}
                    9007199254740993           | 9007199254740992
                    1                          | -1
                    1                          | 10
                    1                          | 0.1
                    0.1                        | 0.10000000000000000001
                    1e10000                    | 1e9999
                    1                          | "1"
                    1                          | true
                    true                       | "true"
                    true                       | false
                    ""                         | null
                    "é"                        | "e\\u0301"
                    "a"                        | "a\\u0000"
                    "a"                        | "a "
                    "A"                        | "a"
                    "\\ufffd"                  | "?"
                    255                        | -1
                    128                        | -128
                    """)
    void differsWhereBodiesDiffer(String one, String other) {
        assertThat(fingerprint(one)).isNotEqualTo(fingerprint(other));
    }

    @Test
    void isWhatItsGrammarSays() throws Exception {
        // Given
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(1);
        string(out, 16, "application/json");
        out.writeByte('{');
        string(out, 1, "a");
        out.writeByte('[');
        out.writeBytes("tfn");
        number(out, 3, 0x01, 0x00); // 256e-3
        number(out, -2, 0xff); // -100
        number(out, 0, 0x00);
        out.writeByte(']');
        string(out, 1, "\uE000");
        string(out, 2, "\u00e9\n");
        string(out, 2, "\uD83D\uDE00");
        out.writeBytes("{}");
        out.writeByte('}');

        // When
        Fingerprint fingerprint = fingerprint(
                "{\"\uD83D\uDE00\":{}, \"\uE000\":\"\u00e9\\n\", \"a\":[true,false,null,0.2560,-100,-0.0]}");

        // Then
        assertThat(fingerprint.version()).isEqualTo(1);
        assertThat(fingerprint.sha256())
                .isEqualTo(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
    }

    /** Stored fingerprints hold for days: whoever has to change this line needs a new version of the form instead. */
    @Test
    void staysWhatItWas() {
        assertThat(fingerprint("{\"user_id\":\"u1\",\"amount\":1000,\"currency\":\"EUR\"}"))
                .hasToString("Fingerprint[v1 4d9698ebd7160b78f4ee065e0951b35ad6f7067a0c1dd52faf90ab415eda4135]");
    }

    @Test
    void countsWhatIsNotExcluded() {
        String body = "{\"timestamp\":1,\"a\":{\"timestamp\":1}}";

        assertThat(without(body, "/timestamp"))
                .isEqualTo(without("{\"timestamp\":2,\"a\":{\"timestamp\":1}}", "/timestamp"));
        assertThat(without(body, "/timestamp")).isEqualTo(without("{\"a\":{\"timestamp\":1}}", "/timestamp"));
        assertThat(without(body, "/timestamp")).isEqualTo(fingerprint("{\"a\":{\"timestamp\":1}}"));
        assertThat(without(body, "/timestamp"))
                .isNotEqualTo(without("{\"timestamp\":1,\"a\":{\"timestamp\":2}}", "/timestamp"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /a/b     | {"a":{"b":1,"c":2}}        | {"a":{"c":2}}
                    /a/b     | {"a":{"b":1}}              | {"a":{}}
                    /a       | {"a":{"b":1},"c":2}        | {"c":2}
                    /a       | {"\\u0061":1}              | {}
                    /a/1     | {"a":[1,2,3]}              | {"a":[1,3]}
                    /a/0/t   | {"a":[{"t":1,"u":2},{"t":1}]} | {"a":[{"u":2},{"t":1}]}
                    /0       | [1,2]                      | [2]
                    /0       | {"0":1,"1":2}              | {"1":2}
                    /a~1b    | {"a/b":1,"c":2}            | {"c":2}
                    /a~0b    | {"a~b":1,"c":2}            | {"c":2}
                    /        | {"":1,"c":2}               | {"c":2}
                    /01      | [1,2]                      | [1,2]
                    /-       | [1,2]                      | [1,2]
                    /a/b     | {"a":1}                    | {"a":1}
                    /a       | "a"                        | "a"
                    """)
    void leavesOutWhatAPointerNames(String pointer, String body, String rest) {
        assertThat(without(body, pointer)).isEqualTo(fingerprint(rest));
    }

    @Test
    void leavesOutSeveral() {
        assertThat(without("{\"a\":1,\"b\":{\"c\":2,\"d\":3},\"e\":4}", "/a", "/b/c", "/b/x", "/a/b"))
                .isEqualTo(fingerprint("{\"b\":{\"d\":3},\"e\":4}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "timestamp", "a/b", " /a"})
    void refusesAnExclusionThatIsNoPointerToAPart(String pointer) {
        assertThatThrownBy(() -> new CanonicalForm(List.of(pointer)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JSON pointer");
    }

    @Test
    void sortsNamesByCodePoint() {
        List<String> ascending = List.of(
                "",
                "A",
                "a",
                "a\u0000",
                "aa",
                "b",
                "\u007f",
                "\u0080",
                "\uD7FF",
                "\uE000",
                "\uFFFF",
                "\uD800\uDC00",
                "\uD800\uDC01",
                "\uDBFF\uDFFF");
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                assertThat(Integer.signum(CanonicalForm.byCodePoint(ascending.get(i), ascending.get(j))))
                        .as("%d, %d", i, j)
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void isTheSameForEverySpellingOfARandomBody() {
        long seed = System.nanoTime();
        RandomJson json = new RandomJson(new Random(seed));
        for (int i = 0; i < TRIES; i++) {
            JsonNode body = json.value(4);
            String one = json.spell(body);
            String other = json.spell(body);
            assertThat(fingerprint(one))
                    .as("seed %d: %s and %s", seed, one, other)
                    .isEqualTo(fingerprint(other));
            assertThat(form.fingerprint(body)).as("seed %d: %s", seed, one).isEqualTo(fingerprint(one));
        }
    }

    @Test
    void differsExactlyWhereARandomChangeHasAMeaning() {
        long seed = System.nanoTime();
        RandomJson json = new RandomJson(new Random(seed));
        int different = 0;
        for (int i = 0; i < TRIES; i++) {
            JsonNode body = json.value(4);
            JsonNode changed = json.changed(body);
            boolean same = RandomJson.same(body, changed);
            different += same ? 0 : 1;
            assertThat(fingerprint(json.spell(body)).equals(fingerprint(json.spell(changed))))
                    .as("seed %d: %s and %s", seed, body, changed)
                    .isEqualTo(same);
        }
        assertThat(different).isGreaterThan(TRIES / 2);
    }

    @Test
    void isUsedByAnyNumberOfThreads() {
        List<String> bodies = new ArrayList<>();
        RandomJson json = new RandomJson(new Random(1));
        for (int i = 0; i < 500; i++) {
            bodies.add(json.spell(json.value(4)));
        }
        List<Fingerprint> alone = bodies.stream().map(this::fingerprint).toList();

        assertThat(bodies.parallelStream().map(this::fingerprint).toList()).isEqualTo(alone);
    }

    @Test
    void hashesStringsOfEveryLengthAcrossItsBuffer() throws Exception {
        for (int length = 200; length < 300; length++) {
            String text = "y".repeat(length % 5) + "x\u00e9\u20ac\uD83D\uDE00".repeat(length);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(1);
            string(out, 16, "application/json");
            string(out, text.length(), text);

            assertThat(fingerprint("\"" + text + "\"").sha256())
                    .isEqualTo(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        }
    }

    @Test
    @Timeout(2)
    void costsLittleForTheWorstBody() {
        String number = "1" + "0".repeat(999);
        String body = "[" + (number + ",").repeat(64) + "1e10000,-1e-10000]";

        assertThat(fingerprint(body)).isEqualTo(fingerprint("[" + "1e999,".repeat(64) + "1e10000,-1e-10000]"));
    }

    @Test
    void takesTreesThatWereReadByOtherMeans() throws Exception {
        String body = "{\"a\":1.5,\"b\":[1,12345678901,123456789012345678901]}";

        assertThat(form.fingerprint(new ObjectMapper().readTree(body))).isEqualTo(fingerprint(body));
    }

    private Fingerprint fingerprint(String body) {
        return form.fingerprint(StrictJson.parse(body.getBytes(UTF_8)));
    }

    private static Fingerprint without(String body, String... pointers) {
        return new CanonicalForm(List.of(pointers)).fingerprint(StrictJson.parse(body.getBytes(UTF_8)));
    }

    private static void string(DataOutputStream out, int units, String text) throws Exception {
        out.writeByte('"');
        out.writeInt(units);
        out.write(text.getBytes(UTF_8));
    }

    private static void number(DataOutputStream out, int scale, int... unscaled) throws Exception {
        out.writeByte('#');
        out.writeInt(unscaled.length);
        for (int octet : unscaled) {
            out.writeByte(octet);
        }
        out.writeInt(scale);
    }
}
