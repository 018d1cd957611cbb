package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.scenario.Client.orderId;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Burst;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A merchant's own reference belongs to one order, under whatever keys it is sent. */
class ExternalIdIT {
    private static final int REQUESTS = 50;

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @Test
    void anEqualOrderUnderAnotherKeyIsAnsweredWithTheOneThatIsThere() {
        var body = Bodies.orderWithReference("u", 1999, "ref-1");
        var first = client.placeOrder(Secrets.newKey(), body);
        var key = Secrets.newKey();

        var again = client.placeOrder(key, body);

        assertThatAnswer(first).isANewOrder();
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers("Location")).isEqualTo(first.headers("Location"));
        assertThat(again.header("Idempotent-Replayed")).isEmpty();
        tenant.assertNothingIsStoredUnder(key);
        assertThat(tenant.orders()).isEqualTo(1);
    }

    @Test
    void aDifferentOrderWithTheSameReferenceIsRefusedAndItsKeyIsFree() {
        var taken = client.placeOrder(Secrets.newKey(), Bodies.orderWithReference("u", 1999, "ref-1"));
        var key = Secrets.newKey();

        for (var body : new String[] {
            Bodies.orderWithReference("u", 2000, "ref-1"),
            Bodies.orderWithReference("other", 1999, "ref-1"),
            Bodies.orderWithReference("u", 1999, "ref-1").replace("EUR", "USD")
        }) {
            var refused = client.placeOrder(key, body);

            assertThatAnswer(refused).isProblem(409, "external-id-taken");
            assertThat(new JsonObject(refused.text()).getString("order_id")).isEqualTo(orderId(taken));
            tenant.assertNothingIsStoredUnder(key);
        }
        assertThatAnswer(client.placeOrder(key, Bodies.orderWithReference("u", 2000, "ref-2")))
                .isANewOrder();
        assertThat(tenant.orders()).isEqualTo(2);
    }

    @Test
    void theReferenceOfAnotherTenantIsNobodysBusiness() {
        var body = Bodies.orderWithReference("u", 1999, "ref-1");
        var stranger = instances.newTenant().client();

        assertThatAnswer(client.placeOrder(Secrets.newKey(), body)).isANewOrder();
        assertThatAnswer(stranger.placeOrder(Secrets.newKey(), body)).isANewOrder();
    }

    @RepeatedTest(5)
    void equalOrdersUnderDifferentKeysAtOnceAreOneOrder() {
        var body = Bodies.orderWithReference("u", 1999, "ref-1");
        var burst = new Burst();
        for (var index = 0; index < REQUESTS; index++) {
            var instance = index % 2 == 0 ? instances.one() : instances.other();
            burst.add(instance.url(), client.order(Secrets.newKey(), body));
        }

        var answers = burst.send();

        assertThat(answers)
                .extracting(answer -> answer.status())
                .containsOnlyOnce(201)
                .containsOnly(200, 201);
        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(answer.body()).isEqualTo(answers.get(0).body()));
        assertThat(tenant.orders()).isEqualTo(1);
        tenant.assertKeysAndOrdersAgree();
    }
}
