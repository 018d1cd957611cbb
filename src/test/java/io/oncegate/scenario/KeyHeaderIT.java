package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header {@code Idempotency-Key}, right and wrong. */
class KeyHeaderIT {
    private static final String ORDER = Bodies.order("u", 1999);

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @Test
    void anOrderNeedsAKey() {
        var request = client.post(Client.ORDERS)
                .header("Content-Type", "application/json")
                .body(ORDER);

        assertThatAnswer(client.send(request)).isProblem(400, "idempotency-key-missing");
        assertThat(tenant.orders()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "\"",
                "\"k",
                "k\"",
                "\"k\"k\"",
                "a b",
                "a\tb",
                "a,b",
                "a;b",
                "a\\b",
                "\"a\\\"b\"",
                "k;v=1",
                "\"k\";v=1",
                "\"k\", \"l\"",
                "k\u00e9y",
                "\u00a0"
            })
    void aKeyOfOtherCharactersIsInvalid(String invalid) {
        assertThatAnswer(client.placeOrder(invalid, ORDER)).isProblem(400, "idempotency-key-invalid");
        assertThat(tenant.orders()).isZero();
    }

    @Test
    void aKeyOfMoreThan255CharactersIsInvalid() {
        assertThatAnswer(client.placeOrder("k".repeat(256), ORDER)).isProblem(400, "idempotency-key-invalid");
        assertThatAnswer(client.placeOrder("\"" + "k".repeat(256) + "\"", ORDER))
                .isProblem(400, "idempotency-key-invalid");
        assertThatAnswer(client.placeOrder("k".repeat(255), ORDER)).isANewOrder();
        assertThatAnswer(client.placeOrder("\"" + "l".repeat(255) + "\"", ORDER))
                .isANewOrder();
    }

    @Test
    void twoKeysAreInvalidEvenEqualOnes() {
        for (var second : new String[] {key, Secrets.newKey(), ""}) {
            var request =
                    client.orderHead(key).header("Idempotency-Key", second).body(ORDER);

            assertThatAnswer(client.send(request)).isProblem(400, "idempotency-key-invalid");
        }
        tenant.assertNothingIsStoredUnder(key);
    }

    @Test
    void aQuotedKeyIsTheSameKey() {
        var first = client.placeOrder("\"" + key + "\"", ORDER);

        assertThatAnswer(first).isANewOrder();
        assertThatAnswer(client.placeOrder(key, ORDER)).isAReplayOf(first);
        assertThatAnswer(client.at(instances.other()).placeOrder("  \"" + key + "\"\t", ORDER))
                .isAReplayOf(first);
    }

    @Test
    void keysThatDifferInCaseAreDifferent() {
        assertThatAnswer(client.placeOrder(key, ORDER)).isANewOrder();
        assertThatAnswer(client.placeOrder(key.toUpperCase(Locale.ROOT), ORDER)).isANewOrder();
    }

    @ParameterizedTest
    @ValueSource(strings = {"!", "~", "'", "{}[]()<>", "0", "null", "a/b?c=d&e#f", "%00", "$1", "{{7*7}}"})
    void everyOtherVisibleCharacterIsAllowed(String visible) {
        assertThatAnswer(client.placeOrder(visible, ORDER)).isANewOrder();
        assertThat(tenant.statusOf(visible)).containsExactly("succeeded");
    }

    @Test
    void aGetIgnoresTheKeyButForTheOneThatAsksForIt() {
        var first = client.placeOrder(key, ORDER);
        var location = first.header("Location").orElseThrow();

        var read = client.send(client.get(location).header("Idempotency-Key", "not, valid"));

        assertThat(read.status()).isEqualTo(200);
        assertThat(read.body()).isEqualTo(first.body());
        assertThatAnswer(client.send(client.get("/v1/idempotency-keys/orders")))
                .isProblem(400, "idempotency-key-missing");
        assertThatAnswer(client.send(client.get("/v1/idempotency-keys/orders").header("Idempotency-Key", "not, valid")))
                .isProblem(400, "idempotency-key-invalid");
        assertThat(client.statusOf(key).text()).contains("\"succeeded\"").contains(location);
        assertThatAnswer(client.statusOf(Secrets.newKey())).isProblem(404, "not-found");
    }
}
