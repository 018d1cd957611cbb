package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A merchant's own reference keeps an order from being paid under another key, as long as its payment can be or was. */
class PaymentReferenceIT {
    private static final PayingInstance INSTANCE = PayingInstance.shared();
    private static final Sandbox SANDBOX = Sandbox.shared();

    private final Tenant tenant = INSTANCE.tenant("stripe");
    private final Client client = tenant.client();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(INSTANCE.service());
    }

    private Purchase purchase(long amount, String method) {
        return Purchase.withBody(client, Bodies.paidOrderWithReference("u", amount, method, "ref-1"));
    }

    @Test
    void anEqualOrderUnderAnotherKeyIsThePaidOne() {
        var first = purchase(1999, "pm_card");
        var paid = first.placeUntilTold();
        var again = purchase(1999, "pm_other_card");

        var answer = again.place();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo(paid.text());
        tenant.assertNothingIsStoredUnder(again.key());
        assertChargedOnceAndOnly(first);
    }

    @Test
    void anEqualOrderUnderAnotherKeyIsTheOpenOneUntilItIsSettled() {
        var first = purchase(1999, "sandbox:hang_then_apply(3000)");
        assertThat(first.place().status()).isEqualTo(202);
        var again = purchase(1999, "pm_card");

        var open = again.place();
        first.awaitStatus("paid");
        var settled = again.place();

        assertThat(open.status()).isEqualTo(202);
        assertThat(Client.orderId(open)).isEqualTo(first.orderId());
        assertThat(open.headers("Location")).containsExactly(Client.ORDERS + "/" + first.orderId());
        assertThat(open.headers("Retry-After")).hasSize(1);
        assertThat(settled.status()).isEqualTo(200);
        assertThat(settled.text()).isEqualTo(first.placeUntilTold().text());
        tenant.assertNothingIsStoredUnder(again.key());
        assertChargedOnceAndOnly(first);
    }

    @Test
    void anotherOrderIsToldWhichOneHasTheReference() {
        var first = purchase(1999, "pm_card");
        assertThat(first.placeUntilTold().status()).isEqualTo(201);
        var other = purchase(2000, "pm_card");

        var refused = other.place();

        assertThatAnswer(refused).isProblem(409, "external-id-taken");
        assertThat(Client.orderId(refused)).isEqualTo(first.orderId());
        tenant.assertNothingIsStoredUnder(other.key());
        assertChargedOnceAndOnly(first);
    }

    @Test
    void aDeclineLeavesTheReferenceToTheNextCard() {
        var declined = purchase(1999, "sandbox:decline");
        assertThat(declined.placeUntilTold().status()).isEqualTo(402);
        var secondCard = purchase(1999, "pm_card");

        var paid = secondCard.place();

        assertThatAnswer(paid).isANewOrder();
        assertThat(secondCard.orderId()).isNotEqualTo(declined.orderId());
        assertThat(declined.place().status()).isEqualTo(402);
        assertThat(ordersWithTheReference()).containsExactly("paid", "payment_failed");
        assertThat(SANDBOX.charges(declined.orderId())).isEmpty();
        assertThat(SANDBOX.charges(secondCard.orderId())).hasSize(1);
    }

    private void assertChargedOnceAndOnly(Purchase purchase) {
        assertThat(tenant.orders()).isEqualTo(1);
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    /** Newest first. */
    private List<String> ordersWithTheReference() {
        RawResponse page = client.send(client.get(Client.ORDERS + "?external_id=ref-1"));
        return new JsonObject(page.text())
                .getJsonArray("items").stream()
                        .map(item -> ((JsonObject) item).getString("status"))
                        .toList();
    }
}
