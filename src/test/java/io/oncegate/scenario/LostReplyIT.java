package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.scenario.Client.orderId;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PostgreSQL does what it is asked to, and its reply never arrives. */
class LostReplyIT {
    private final Proxied instance = Proxied.shared();
    private final Tenant tenant = instance.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();
    private final String body = Bodies.order("u", 1999);

    /** A silent connection would be given up by itself, after ten seconds. */
    @AfterEach
    void closeConnections() {
        instance.network().refuse();
        instance.network().pass();
    }

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Proxied.shared().service());
    }

    @Test
    void theSameRequestFindsItsOwnRowWhenTheConnectionIsCut() {
        instance.network().dropNextReplyTo(key);

        assertItIsTheFirstAnswerAndTheOnlyOrder();
    }

    @Test
    void theSameRequestFindsItsOwnRowWhenTheConnectionFallsSilent() {
        instance.network().swallowNextReplyTo(key);

        assertItIsTheFirstAnswerAndTheOnlyOrder();
    }

    @Test
    void anExpiredKeyIsClaimedOnceThoughTheReplyIsLost() {
        var before = client.placeOrder(key, body);
        tenant.expire(key);
        // The first statement with the key claims a new one, and finds an expired one; the second claims that.
        instance.network().dropReplyTo(key, 2);

        var answer = client.placeOrder(key, body);

        assertThatAnswer(answer).isANewOrder();
        assertThat(orderId(answer)).isNotEqualTo(orderId(before));
        assertThatAnswer(client.placeOrder(key, body)).isAReplayOf(answer);
        assertThat(tenant.orders()).isEqualTo(2);
    }

    @Test
    void aReplayWhoseReplyIsLostIsReadAgain() {
        var first = client.placeOrder(key, body);
        instance.network().dropNextReplyTo(key);

        assertThatAnswer(client.placeOrder(key, body)).isAReplayOf(first);
    }

    @Test
    void aReferenceThatIsTakenIsToldAsSuchThoughTheReplyIsLost() {
        var taken = client.placeOrder(Secrets.newKey(), Bodies.orderWithReference("u", 1999, "ref-1"));
        assertThatAnswer(taken).isANewOrder();

        instance.network().dropNextReplyTo(key);
        var equal = client.placeOrder(key, Bodies.orderWithReference("u", 1999, "ref-1"));
        instance.network().dropNextReplyTo(key);
        var other = client.placeOrder(key, Bodies.orderWithReference("u", 2000, "ref-1"));

        assertThat(equal.status()).isEqualTo(200);
        assertThat(equal.body()).isEqualTo(taken.body());
        assertThatAnswer(other).isProblem(409, "external-id-taken");
        tenant.assertNothingIsStoredUnder(key);
    }

    @Test
    void anOrderWhoseOwnReferenceWasStoredBeforeTheReplyWasLostIsNotRefusedForIt() {
        instance.network().dropNextReplyTo(key);

        var answer = client.placeOrder(key, Bodies.orderWithReference("u", 1999, "ref-1"));

        assertThatAnswer(answer).isANewOrder();
        assertThat(tenant.orders()).isEqualTo(1);
    }

    @Test
    void whatWasDoneWithinABudgetThatIsOverIsReplayed() {
        instance.network().swallowNextReplyTo(key);

        var tooLate = client.send(
                client.orderHead(key).header("X-Request-Timeout-Ms", "300").body(body));

        assertThatAnswer(tooLate).isProblem(503, "storage-unavailable");
        var answer = client.placeOrder(key, body);
        assertThatAnswer(answer).isAnOrder();
        assertThat(answer.headers("Idempotent-Replayed")).containsExactly("true");
        assertThat(tenant.orders()).isEqualTo(1);
        tenant.assertKeysAndOrdersAgree();
    }

    private void assertItIsTheFirstAnswerAndTheOnlyOrder() {
        var answer = client.placeOrder(key, body);

        assertThatAnswer(answer).isANewOrder();
        assertThatAnswer(client.placeOrder(key, body)).isAReplayOf(answer);
        assertThat(tenant.orders()).isEqualTo(1);
        tenant.assertKeysAndOrdersAgree();
    }
}
