package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are no request, byte for byte as they go over the wire. None of them leaves a trace. */
class MalformedBodyIT {
    private static final String ORDER = Bodies.order("u", 1999);

    private final Tenant tenant = Pair.shared().newTenant();
    private final Client client = tenant.client();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one());
    }

    static Stream<Arguments> notOneJsonValue() {
        return Stream.of(
                text("nothing", ""),
                text("white space only", " \r\n\t "),
                text("no JSON", "amount=100"),
                text("a cut object", "{\"user_id\": \"u\", \"amount\": 10"),
                text("two values", ORDER + ORDER),
                text("something after the value", ORDER + " x"),
                text("a trailing comma", "{\"user_id\": \"u\", \"amount\": 10, \"currency\": \"EUR\",}"),
                text("single quotes", "{'user_id': 'u', 'amount': 10, 'currency': 'EUR'}"),
                text("a comment", "{/* an order */\"user_id\": \"u\", \"amount\": 10, \"currency\": \"EUR\"}"),
                text("a name without quotes", "{user_id: \"u\", \"amount\": 10, \"currency\": \"EUR\"}"),
                text("an unknown word", with("nil")),
                text("an unknown escape", with("\"\\x41\"")),
                text("a line break in a string", with("\"a\nb\"")),
                text("a raw U+0000 in a string", with("\"a\0b\"")),
                text("a raw U+0000 between members", ORDER.replace(",", ",\0")),
                text("a closing brace too many", ORDER + "}"));
    }

    static Stream<Arguments> numbersThatAreNone() {
        return Stream.of(
                        "NaN",
                        "Infinity",
                        "-Infinity",
                        "+1",
                        "01",
                        "-01",
                        "1.",
                        ".5",
                        "1e",
                        "1e+",
                        "0x10",
                        "1_000",
                        "-")
                .map(number -> text(number, with(number)));
    }

    static Stream<Arguments> numbersThatAreTooMuch() {
        return Stream.of(
                text("an exponent of a thousand million", with("1e1000000000")),
                text("a negative one", with("1e-1000000000")),
                text("one beyond an int", with("1E+99999999999999999999")),
                text("one above the most", with("1e10001")),
                text("one below the least", with("1e-10001")),
                text("of zero", with("0e1000000000")),
                text("in the amount itself", ORDER.replace("1999", "1e1000000000")),
                text("in an array in an object", with("{\"a\": [1e1000000000]}")),
                text("1001 digits", with("1".repeat(1001))));
    }

    static Stream<Arguments> membersThatCameTwice() {
        return Stream.of(
                text("the same value", "{\"user_id\": \"u\", \"amount\": 1, \"amount\": 1, \"currency\": \"EUR\"}"),
                text("another value", "{\"user_id\": \"u\", \"amount\": 1, \"amount\": 2, \"currency\": \"EUR\"}"),
                text(
                        "one of them escaped",
                        "{\"user_id\": \"u\", \"amount\": 1, \"\\u0061mount\": 2, \"currency\": \"EUR\"}"),
                text("a member that nobody knows", with("1, \"extra\": 1")),
                text("inside an object", with("{\"a\": 1, \"a\": 1}")),
                text("inside an array", with("[{\"a\": 1, \"a\": 1}]")),
                text("the empty name", with("{\"\": 1, \"\": 1}")));
    }

    static Stream<Arguments> notUtf8() {
        return Stream.of(
                bytes("a lone continuation", "80"),
                bytes("a cut sequence", "c3"),
                bytes("a broken sequence", "c328"),
                bytes("an overlong slash", "c0af"),
                bytes("an overlong U+0000", "c080"),
                bytes("a surrogate", "eda080"),
                bytes("a pair of surrogates", "eda0bdedb880"),
                bytes("beyond U+10FFFF", "f4908080"),
                bytes("five bytes", "f888808080"),
                bytes("Latin-1", "e4"),
                Arguments.of("UTF-16 with its mark", ORDER.getBytes(UTF_16)),
                Arguments.of("UTF-16, big end first", ORDER.getBytes(UTF_16BE)),
                Arguments.of("UTF-16, little end first", ORDER.getBytes(UTF_16LE)),
                Arguments.of("UTF-32", ORDER.getBytes(Charset.forName("UTF-32"))),
                text("a byte order mark", "\uFEFF" + ORDER),
                text("a byte order mark and nothing", "\uFEFF"));
    }

    static Stream<Arguments> halfSurrogatePairs() {
        return Stream.of(
                text("a high one", with("\"\\ud83d\"")),
                text("a low one", with("\"\\ude00\"")),
                text("the wrong way round", with("\"\\ude00\\ud83d\"")),
                text("two high ones", with("\"\\ud83d\\ud83d\\ude00\"")),
                text("in a name", with("{\"\\ud83d\": 1}")),
                text("in a known member", ORDER.replace("\"u\"", "\"\\ud83d\"")));
    }

    static Stream<Arguments> depths() {
        return Stream.of(
                text("33 levels of arrays", with("[".repeat(32) + "]".repeat(32))),
                text("33 levels of objects", with("{\"a\":".repeat(32) + "1" + "}".repeat(32))),
                text("30000 levels", with("[".repeat(30_000) + "]".repeat(30_000))),
                text("30000 open brackets", "[".repeat(30_000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "notOneJsonValue",
        "numbersThatAreNone",
        "numbersThatAreTooMuch",
        "membersThatCameTwice",
        "notUtf8",
        "halfSurrogatePairs",
        "depths"
    })
    void isMalformed(String what, byte[] body) {
        var key = Secrets.newKey();

        assertThatAnswer(client.send(client.orderHead(key).body(body))).isProblem(400, "malformed-request");

        tenant.assertNothingIsStoredUnder(key);
    }

    /** Read like any other value, and refused for what it says. */
    static Stream<Arguments> againstTheRules() {
        return Stream.of(
                text("no object", "[]"),
                text("a word", "null"),
                text("a string", "\"order\""),
                text("a number", "1"),
                text("an empty object", "{}"),
                text("U+0000 in the user", ORDER.replace("\"u\"", "\"a\\u0000b\"")),
                text("U+0000 in the reference", with("external_id", "\"a\\u0000\"")),
                text("U+0000 in the description", with("description", "\"a\\u0000\"")),
                text("U+0000 in metadata", with("metadata", "{\"a\": \"\\u0000\"}")),
                text("U+0000 in a name of metadata", with("metadata", "{\"\\u0000\": \"a\"}")),
                text("an empty user", ORDER.replace("\"u\"", "\"\"")),
                text("a long user", ORDER.replace("\"u\"", "\"" + "u".repeat(65) + "\"")),
                text("a user that is a number", ORDER.replace("\"u\"", "1")),
                text("no amount", ORDER.replace("1999", "null")),
                text("an amount of nothing", ORDER.replace("1999", "0")),
                text("less than nothing", ORDER.replace("1999", "-1")),
                text("an amount that is too much", ORDER.replace("1999", "1000000000000")),
                text("an amount beyond a long", ORDER.replace("1999", "9223372036854775808")),
                text("an amount of 1000 digits", ORDER.replace("1999", "9".repeat(1000))),
                text("an amount with a fraction", ORDER.replace("1999", "10.0")),
                text("an amount with an exponent", ORDER.replace("1999", "1e3")),
                text("an amount with the highest exponent", ORDER.replace("1999", "1e10000")),
                text("an amount that is a string", ORDER.replace("1999", "\"100\"")),
                text("a currency in lower case", ORDER.replace("EUR", "eur")),
                text("a currency that is gone", ORDER.replace("EUR", "DEM")),
                text("a currency that is none", ORDER.replace("EUR", "XXX")),
                text("an empty reference", with("external_id", "\"\"")),
                text("a long reference", with("external_id", "\"" + "r".repeat(65) + "\"")),
                text("a long description", with("description", "\"" + "d".repeat(501) + "\"")),
                text("metadata that is no object", with("metadata", "[]")),
                text("metadata that is a number", with("metadata", "{\"a\": 1}")),
                text("metadata of 21 pairs", with("metadata", pairs(21))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("againstTheRules")
    void isInvalid(String what, byte[] body) {
        var key = Secrets.newKey();

        assertThatAnswer(client.send(client.orderHead(key).body(body))).isProblem(422, "validation-failed");

        tenant.assertNothingIsStoredUnder(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"method\": \"m\"}", "{\"method\": \"m\", \"return_url\": \"https://shop.test/back\"}"})
    void aPaymentCannotBeMadeWithoutAProvider(String payment) {
        var key = Secrets.newKey();

        var answer = client.placeOrder(key, with("payment", payment));

        assertThatAnswer(answer).isProblem(422, "payment-not-configured");
        tenant.assertNothingIsStoredUnder(key);
    }

    /** Unusual, and all right. */
    static Stream<Arguments> unusual() {
        return Stream.of(
                text("32 levels", with("[".repeat(31) + "]".repeat(31))),
                text("the highest exponent", with("1e10000")),
                text("the lowest exponent", with("-1.5e-10000")),
                text("a number of 1000 digits", with("9".repeat(1000))),
                text("U+0000 where nobody looks", with("\"\\u0000\"")),
                text("U+0000 in a name that nobody knows", with("{\"\\u0000\": 1}")),
                text("a pair of surrogates", ORDER.replace("\"u\"", "\"\\ud83d\\ude00\"")),
                text("64 characters beyond the first plane", ORDER.replace("\"u\"", "\"" + "😀".repeat(64) + "\"")),
                text("a noncharacter", ORDER.replace("\"u\"", "\"\uFFFF\"")),
                text("a byte order mark in a string", ORDER.replace("\"u\"", "\"\uFEFF\"")),
                text("white space around it", " \r\n\t" + ORDER + "\n "),
                text("metadata of 20 pairs", with("metadata", pairs(20))),
                text("the most money", ORDER.replace("1999", "999999999999")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusual")
    void isAnOrder(String what, byte[] body) {
        var key = Secrets.newKey();

        var answer = client.send(client.orderHead(key).body(body));

        assertThatAnswer(answer).isANewOrder();
        assertThatAnswer(client.at(Pair.shared().other())
                        .send(client.orderHead(key).body(body)))
                .isAReplayOf(answer);
    }

    @Test
    void isNeverAFaultWhateverItsBytes() {
        Seeded.run(random -> {
            for (var time = 0; time < 500; time++) {
                var body = mutated(random);
                var answer = client.send(client.orderHead(Secrets.newKey()).body(body));
                assertThat(answer.status())
                        .as(() -> HexFormat.of().formatHex(body) + ": " + answer.text())
                        .isIn(201, 400, 422);
            }
        });
        tenant.assertKeysAndOrdersAgree();
    }

    /** An order with one to three bytes changed, or with a part of it left out or doubled. */
    private static byte[] mutated(Random random) {
        var body = Bodies.orderWithReference("u", 1999, Secrets.newKey()).getBytes(UTF_8);
        var at = random.nextInt(body.length);
        var length = random.nextInt(body.length - at);
        var part = Arrays.copyOfRange(body, at, at + length);
        return switch (random.nextInt(3)) {
            case 0 -> concatenated(Arrays.copyOf(body, at), Arrays.copyOfRange(body, at + length, body.length));
            case 1 -> concatenated(Arrays.copyOf(body, at + length), part, Arrays.copyOfRange(body, at, body.length));
            default -> {
                for (var change = random.nextInt(3); change >= 0; change--) {
                    body[random.nextInt(body.length)] = (byte) random.nextInt(256);
                }
                yield body;
            }
        };
    }

    private static byte[] concatenated(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static Arguments text(String what, String body) {
        return Arguments.of(what, body.getBytes(UTF_8));
    }

    /** A string with these bytes in it. */
    private static Arguments bytes(String what, String hex) {
        var body = new ByteArrayOutputStream();
        body.writeBytes("{\"amount\": 1, \"currency\": \"EUR\", \"user_id\": \"u".getBytes(UTF_8));
        body.writeBytes(HexFormat.of().parseHex(hex));
        body.writeBytes("\"}".getBytes(UTF_8));
        return Arguments.of(what, body.toByteArray());
    }

    /** An order with a member that the service does not know. */
    private static String with(String value) {
        return with("extra", value);
    }

    private static String with(String member, String value) {
        return "{\"user_id\": \"u\", \"amount\": 1, \"currency\": \"EUR\", \"%s\": %s}".formatted(member, value);
    }

    private static String pairs(int count) {
        var pairs = Stream.iterate(1, number -> number + 1).limit(count).map("\"k%d\": \"v\""::formatted);
        return "{" + String.join(", ", pairs.toList()) + "}";
    }
}
