package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.scenario.Client.orderId;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A repeat gets what the first request got, whoever is asked and whatever has changed since. */
class ReplayIT {
    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();
    private final String body = Bodies.order("u", 1999);

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @Test
    void theSameInstanceReplays() {
        var first = client.placeOrder(key, body);

        var again = client.placeOrder(key, body);

        assertThatAnswer(first).isANewOrder();
        assertThatAnswer(again).isAReplayOf(first);
        assertThat(again.header("X-Request-Id")).isNotEqualTo(first.header("X-Request-Id"));
    }

    @Test
    void anotherInstanceReplays() {
        var first = client.placeOrder(key, body);

        assertThatAnswer(client.at(instances.other()).placeOrder(key, body)).isAReplayOf(first);
    }

    @Test
    void aRestartedInstanceReplays() {
        var elsewhere = client.at(instances.other());
        var first = elsewhere.placeOrder(key, body);

        instances.other().restart();

        assertThatAnswer(elsewhere.placeOrder(key, body)).isAReplayOf(first);
        assertThat(tenant.orders()).isEqualTo(1);
    }

    @Test
    void aRotatedApiKeyReplays() {
        var first = client.placeOrder(key, body);

        var rotated = tenant.client();

        assertThat(rotated.apiKey()).isNotEqualTo(client.apiKey());
        assertThatAnswer(rotated.placeOrder(key, body)).isAReplayOf(first);
        assertThatAnswer(rotated.at(instances.other()).placeOrder(key, body)).isAReplayOf(first);
    }

    @Test
    void anotherClientOfTheTenantHasKeysOfItsOwn() {
        var first = client.placeOrder(key, body);

        var stranger = tenant.client("another program").placeOrder(key, body);

        assertThatAnswer(stranger).isANewOrder();
        assertThat(orderId(stranger)).isNotEqualTo(orderId(first));
    }

    @Test
    void anotherTenantHasKeysOfItsOwn() {
        var first = client.placeOrder(key, body);

        var stranger = instances.newTenant().client().placeOrder(key, body);

        assertThatAnswer(stranger).isANewOrder();
        assertThat(orderId(stranger)).isNotEqualTo(orderId(first));
    }

    @Test
    void ordersAndMessagesHaveKeysOfTheirOwn() {
        assertThatAnswer(client.placeOrder(key, body)).isANewOrder();

        var message = client.sendMessage(key, Bodies.message("hello", 60));

        assertThat(message.status()).isEqualTo(202);
        assertThat(message.header("Idempotent-Replayed")).isEmpty();
    }

    /** Messages may live as long as their keys; the stricter instance keeps keys for an hour. */
    @Test
    void aRequestThatARuleForbidsByNowIsStillReplayed() {
        var message = Bodies.message("hello", 80_000);
        var first = client.sendMessage(key, message);
        assertThat(first.status()).isEqualTo(202);

        try (var strict = instances
                .launch()
                .with("ONCEGATE_OPERATIONS_MESSAGES_RETENTION", "1h")
                .start()) {
            var today = client.at(strict);
            var freshKey = Secrets.newKey();

            assertThatAnswer(today.sendMessage(key, message)).isAReplayOf(first);
            assertThatAnswer(today.sendMessage(freshKey, message)).isProblem(422, "validation-failed");
            assertThatAnswer(today.sendMessage(key, Bodies.message("other", 80_000)))
                    .isProblem(409, "idempotency-key-reused");
            tenant.assertNothingIsStoredUnder(freshKey);
        }
        assertThat(tenant.messages()).isEqualTo(1);
    }
}
