package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When two bodies under one key are the same request, and when they are not. */
class SpellingIT {
    private static final String ORDER = """
            {"user_id": "zo\u00eb", "amount": 1200, "currency": "EUR", "external_id": "r/1",
             "metadata": {"a": "1", "b": "2"}, "extra": [9007199254740993, 0.5, null, {"x": 1, "y": 2}]}""";

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    static Stream<Arguments> same() {
        return Stream.of(
                Arguments.of("the same bytes", ORDER),
                Arguments.of("no white space", ORDER.replaceAll("\\s", "")),
                Arguments.of("more white space", ORDER.replace("{", "\t{\r\n").replace(":", " : ")),
                Arguments.of("another order of members", """
                        {"extra": [9007199254740993, 0.5, null, {"y": 2, "x": 1}], "metadata": {"b": "2", "a": "1"},
                         "external_id": "r/1", "currency": "EUR", "amount": 1200, "user_id": "zo\u00eb"}"""),
                Arguments.of("escaped letters", ORDER.replace("\u00eb", "\\u00eb")),
                Arguments.of("escapes in upper case", ORDER.replace("\u00eb", "\\u00EB")),
                Arguments.of("an escaped solidus", ORDER.replace("r/1", "r\\/1")),
                Arguments.of("escaped names", ORDER.replace("\"amount\"", "\"\\u0061mount\"")),
                Arguments.of("an amount with an exponent", ORDER.replace("1200", "12e2")),
                Arguments.of("an amount with a fraction", ORDER.replace("1200", "1200.000")),
                Arguments.of("an amount with both", ORDER.replace("1200", "0.12E+4")),
                Arguments.of("an amount with a negative exponent", ORDER.replace("1200", "120000e-2")),
                Arguments.of("a large number with a fraction", ORDER.replace("9007199254740993", "9007199254740993.0")),
                Arguments.of(
                        "a large number with an exponent", ORDER.replace("9007199254740993", "9.007199254740993e15")),
                Arguments.of("half as five tenths", ORDER.replace("0.5", "5e-1")),
                Arguments.of("members that do not count", ORDER.replace("\"extra\"", "\"timestamp\": 1, \"extra\"")),
                Arguments.of(
                        "other members that do not count",
                        ORDER.replace(
                                "\"extra\"", "\"client_timestamp\": \"now\", \"tracking\": {\"a\": [1]}, \"extra\"")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("same")
    void isTheSameRequest(String what, String spelling) {
        var first = client.placeOrder(key, ORDER);
        assertThatAnswer(first).isANewOrder();

        assertThatAnswer(client.placeOrder(key, spelling)).isAReplayOf(first);
        assertThatAnswer(client.at(instances.other()).placeOrder(key, spelling)).isAReplayOf(first);
        assertThat(tenant.orders()).isEqualTo(1);
    }

    static Stream<Arguments> different() {
        return Stream.of(
                Arguments.of("another amount", ORDER.replace("1200", "1201")),
                Arguments.of("an amount that is a string", ORDER.replace("1200", "\"1200\"")),
                Arguments.of("another user", ORDER.replace("zo\u00eb", "Zo\u00eb")),
                Arguments.of("a letter in two code points", ORDER.replace("\u00eb", "e\u0308")),
                Arguments.of("a member less", ORDER.replace("\"external_id\": \"r/1\",", "")),
                Arguments.of("a member that nobody knows", ORDER.replace("\"extra\"", "\"more\": 1, \"extra\"")),
                Arguments.of("null instead of nothing", ORDER.replace("\"extra\"", "\"description\": null, \"extra\"")),
                Arguments.of("an array in another order", ORDER.replace("0.5, null", "null, 0.5")),
                Arguments.of("null instead of a value", ORDER.replace("0.5", "null")),
                Arguments.of(
                        "the next number that a double cannot tell",
                        ORDER.replace("9007199254740993", "9007199254740992")),
                Arguments.of("a number a little larger", ORDER.replace("0.5", "0.50000000000000000000000000000000001")),
                Arguments.of("a name in upper case", ORDER.replace("\"extra\"", "\"Extra\"")),
                Arguments.of("another white space in a string", ORDER.replace("r/1", "r/1 ")),
                Arguments.of("time inside another member", ORDER.replace("\"x\": 1", "\"x\": 1, \"timestamp\": 1")),
                Arguments.of("metadata less", ORDER.replace(", \"b\": \"2\"", "")),
                Arguments.of("no order at all", "[]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("different")
    void isAnotherRequest(String what, String body) {
        var first = client.placeOrder(key, ORDER);
        assertThatAnswer(first).isANewOrder();

        assertThatAnswer(client.placeOrder(key, body)).isProblem(409, "idempotency-key-reused");
        assertThatAnswer(client.at(instances.other()).placeOrder(key, body)).isProblem(409, "idempotency-key-reused");
        assertThatAnswer(client.placeOrder(key, ORDER)).isAReplayOf(first);
        assertThat(tenant.orders()).isEqualTo(1);
    }

    /** What never gets as far as a fingerprint is told so, whatever its key stands for. */
    @Test
    void malformedBodiesAreMalformedUnderAKnownKeyToo() {
        var first = client.placeOrder(key, ORDER);

        assertThatAnswer(client.placeOrder(key, ORDER.replace("1200", "1e1000000000")))
                .isProblem(400, "malformed-request");
        assertThatAnswer(client.placeOrder(key, ORDER.replace("\"extra\"", "\"amount\": 1200, \"extra\"")))
                .isProblem(400, "malformed-request");
        assertThatAnswer(client.placeOrder(key, ORDER)).isAReplayOf(first);
    }

    @Test
    void aBodyInChunksIsTheSameRequest() {
        var first = client.placeOrder(key, ORDER);
        var bytes = ORDER.getBytes(UTF_8);
        var chunks = new byte[bytes.length][];
        for (var index = 0; index < bytes.length; index++) {
            chunks[index] = new byte[] {bytes[index]};
        }

        assertThatAnswer(client.send(client.orderHead(key).chunked(chunks))).isAReplayOf(first);
        assertThatAnswer(client.at(instances.other()).send(client.orderHead(key).chunked(bytes)))
                .isAReplayOf(first);
    }
}
