package io.oncegate.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.StrictJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewOrderTest {

    private static final String SMILE = "\uD83D\uDE00";

    @Test
    void readsWhatIsRequired() {
        NewOrder order = read(valid());

        assertThat(order.refusal()).isEmpty();
        assertThat(order.userId()).isEqualTo("user-17");
        assertThat(order.amount()).isEqualTo(1999);
        assertThat(order.currency()).isEqualTo("EUR");
        assertThat(order.externalId()).isNull();
        assertThat(order.description()).isNull();
        assertThat(order.metadata()).isNull();
        assertThat(order.payment()).isEmpty();
    }

    @Test
    void readsWhatIsOptional() {
        NewOrder order = read(valid(
                "external_id", "\"cart-1\"", "description", "\"Two books\"", "metadata", "{\"b\":\"2\",\"a\":\"\"}"));

        assertThat(order.refusal()).isEmpty();
        assertThat(order.externalId()).isEqualTo("cart-1");
        assertThat(order.description()).isEqualTo("Two books");
        assertThat(order.metadata()).containsExactly(Map.entry("b", "2"), Map.entry("a", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"external_id", "description", "metadata", "payment"})
    void takesNullForAbsent(String member) {
        assertThat(read(valid(member, "null"))).isEqualTo(read(valid()));
    }

    @Test
    void keepsMetadataThatIsEmpty() {
        assertThat(read(valid("metadata", "{}")).metadata()).isEmpty();
    }

    @Test
    void ignoresMembersThatItDoesNotKnow() {
        assertThat(read(valid("paid", "true", "status", "\"paid\"", "order_id", "17", "tenant_id", "\"other\"")))
                .isEqualTo(read(valid()));
    }

    @ParameterizedTest
    @CsvSource({"user_id, 1", "user_id, 64", "external_id, 1", "external_id, 64", "description, 0", "description, 500"})
    void countsCharactersAsCodePoints(String member, int length) {
        NewOrder order = read(valid(member, quoted(SMILE.repeat(length))));

        assertThat(order.refusal()).isEmpty();
        assertThat(List.of(order.userId(), "" + order.externalId(), "" + order.description()))
                .contains(SMILE.repeat(length));
    }

    @ParameterizedTest
    @CsvSource({
        "user_id, 0, must have 1 to 64 characters",
        "user_id, 65, must have 1 to 64 characters",
        "external_id, 0, must have 1 to 64 characters",
        "external_id, 65, must have 1 to 64 characters",
        "description, 501, must have 0 to 500 characters"
    })
    void refusesAnotherLength(String member, int length, String detail) {
        assertThat(errors(valid(member, quoted(SMILE.repeat(length))))).containsExactly(error(member, detail));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_id", "external_id", "description"})
    void refusesWhatIsNoString(String member) {
        for (String value : List.of("1", "true", "[\"a\"]", "{}")) {
            assertThat(errors(valid(member, value))).containsExactly(error(member, "must be a string"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_id", "external_id", "description"})
    void refusesAStringWithTheCharacterThatPostgresCannotKeep(String member) {
        assertThat(errors(valid(member, "\"a\\u0000b\""))).containsExactly(error(member, "must not contain U+0000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_id", "amount", "currency"})
    void missesWhatIsRequired(String member) {
        assertThat(errors(valid(member, "null"))).containsExactly(error(member, "is required"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9007199254L, 999_999_999_999L})
    void readsAnAmountInMinorUnits(long amount) {
        assertThat(read(valid("amount", Long.toString(amount))).amount()).isEqualTo(amount);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "10.0",
                "1e3",
                "1E0",
                "\"100\"",
                "true",
                "[1]",
                "0.01",
                "1000000000000",
                "9223372036854775808",
                "18446744073709551617"
            })
    void refusesAnyOtherAmount(String amount) {
        assertThat(errors(valid("amount", amount)))
                .containsExactly(error(
                        "amount",
                        "must be an integer from 1 to 999999999999, written without a fraction or an exponent"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EUR", "USD", "JPY", "KWD", "XCG", "ZWG", "SLE"})
    void readsACurrencyInUse(String currency) {
        assertThat(read(valid("currency", quoted(currency))).currency()).isEqualTo(currency);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"eur", "Eur", "BGN", "HRK", "ANG", "SLL", "ZWL", "CUC", "DEM", "XAU", "XTS", "XXX", "ZZZ", "€€€"
            })
    void refusesACurrencyThatIsNotInUse(String currency) {
        assertThat(errors(valid("currency", quoted(currency))))
                .containsExactly(error("currency", "must be the ISO 4217 code of a currency in use"));
    }

    @ParameterizedTest
    @CsvSource({"EU, must have 3 characters", "EURO, must have 3 characters", "'', must have 3 characters"})
    void refusesACurrencyOfAnotherLengthOnce(String currency, String detail) {
        assertThat(errors(valid("currency", quoted(currency)))).containsExactly(error("currency", detail));
    }

    @Test
    void refusesACurrencyByItsNumber() {
        assertThat(errors(valid("currency", "978"))).containsExactly(error("currency", "must be a string"));
    }

    @Test
    void takesTwentyPairsOfMetadata() {
        assertThat(read(valid("metadata", pairs(20))).metadata()).hasSize(20);
        assertThat(errors(valid("metadata", pairs(21))))
                .containsExactly(error("metadata", "must be an object of at most 20 strings"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"a":1}        | metadata/a | must be a string
                    {"a":null}     | metadata/a | must be a string
                    {"a":{"b":""}} | metadata/a | must be a string
                    {"a":"\\u0000"} | metadata/a | must not contain U+0000
                    {"\\u0000":"a"} | metadata   | must not have a name with U+0000
                    ["a"]          | metadata   | must be an object of at most 20 strings
                    "a"            | metadata   | must be an object of at most 20 strings
                    """)
    void refusesOtherMetadata(String metadata, String at, String detail) {
        assertThat(errors(valid("metadata", metadata))).containsExactly(error(at, detail));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"method":"pm_card_visa"}                     | pm_card_visa |
                    {"method":"x","return_url":null}              | x            |
                    {"method":" x ","return_url":"http://localhost","more":1} | ' x '  | http://localhost
                    {"method":"x","return_url":"https://shop.example/back?order=1"} | x | https://shop.example/back?order=1
                    """)
    void readsAPaymentWhoeverTheTenantsProviderIs(String payment, String method, String returnUrl) {
        NewOrder order = read(valid("payment", payment));

        assertThat(order.refusal()).isEmpty();
        assertThat(order.payment()).contains(new PaymentAsked(method, returnUrl));
    }

    @Test
    void countsThePaymentsCharactersAsCodePoints() {
        String payment = "{\"method\":" + quoted(SMILE.repeat(255)) + ",\"return_url\":"
                + quoted("https://" + "x".repeat(2040)) + "}";

        assertThat(read(valid("payment", payment)).refusal()).isEmpty();
        assertThat(errors(valid("payment", payment.replace("\"https", "\"xhttps"))))
                .containsExactly(error("payment/return_url", "must have 1 to 2048 characters"));
        assertThat(errors(valid("payment", payment.replace("method\":\"", "method\":\"x"))))
                .containsExactly(error("payment/method", "must have 1 to 255 characters"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                   | payment/method     | is required
                    {"method":null}                      | payment/method     | is required
                    {"method":""}                        | payment/method     | must have 1 to 255 characters
                    {"method":"  "}                      | payment/method     | must be a payment method's token
                    {"method":7}                         | payment/method     | must be a string
                    {"method":"x\\u0000"}                | payment/method     | must not contain U+0000
                    {"method":"x","return_url":""}       | payment/return_url | must have 1 to 2048 characters
                    {"method":"x","return_url":7}        | payment/return_url | must be a string
                    {"method":"x","return_url":"/back"}  | payment/return_url | must be an http(s) URL
                    {"method":"x","return_url":"ftp://a"} | payment/return_url | must be an http(s) URL
                    {"method":"x","return_url":"https://"} | payment/return_url | must be an http(s) URL
                    {"method":"x","return_url":"https://a b"} | payment/return_url | must be an http(s) URL
                    []                                   | payment            | must be an object
                    "card"                               | payment            | must be an object
                    """)
    void refusesAPaymentOfAnotherShape(String payment, String at, String detail) {
        assertThat(errors(valid("payment", payment))).containsExactly(error(at, detail));
    }

    @Test
    void namesEveryErrorAtOnceInTheOrderOfTheContract() {
        assertThat(errors("""
                        {"payment":{},"metadata":7,"description":7,"external_id":"","currency":"BGN","amount":1.5}
                        """))
                .extracting(FieldError::pointer)
                .containsExactly(
                        "/user_id",
                        "/amount",
                        "/currency",
                        "/external_id",
                        "/description",
                        "/metadata",
                        "/payment/method");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "\"order\"", "17", "[{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}]"})
    void refusesABodyThatIsNoObject(String body) {
        assertThat(errors(body)).containsExactly(new FieldError("", "must be a JSON object"));
    }

    private static NewOrder read(String body) {
        return NewOrder.from(StrictJson.parse(body.getBytes(UTF_8)));
    }

    private static List<FieldError> errors(String body) {
        Problem refusal = read(body).refusal().orElseThrow();
        assertThat(refusal.type()).isEqualTo(ProblemType.VALIDATION_FAILED);
        return refusal.errors();
    }

    private static FieldError error(String at, String detail) {
        return new FieldError("/" + at, detail);
    }

    /** A body that breaks no rule, but for these members: names and JSON values by turns. */
    private static String valid(String... members) {
        Map<String, String> all =
                new LinkedHashMap<>(Map.of("user_id", "\"user-17\"", "amount", "1999", "currency", "\"EUR\""));
        for (int i = 0; i < members.length; i += 2) {
            all.put(members[i], members[i + 1]);
        }
        return all.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String pairs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> quoted("k" + i) + ":\"v\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
