package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.scenario.Client.orderId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Burst;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A finished key that is past its life is free, whether it is still stored or not. */
class ExpiredKeyIT {
    private static final Duration LONGEST_CLEANING = Duration.ofSeconds(30);

    private final String key = Secrets.newKey();
    private final String body = Bodies.order("u", 1999);

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Proxied.shared().service(), Pair.shared().other());
    }

    @Test
    void anExpiredKeyThatIsStillStoredIsExecutedAsNew() {
        var tenant = Proxied.shared().newTenant();
        var client = tenant.client();
        var first = client.placeOrder(key, body);
        tenant.expire(key);
        assertThat(tenant.statusOf(key)).containsExactly("succeeded");
        assertThatAnswer(client.statusOf(key)).isProblem(404, "not-found");

        var second = client.placeOrder(key, body);

        assertThatAnswer(second).isANewOrder();
        assertThat(orderId(second)).isNotEqualTo(orderId(first));
        assertThatAnswer(client.placeOrder(key, body)).isAReplayOf(second);
        assertThat(tenant.orders()).as("orders outlive their key").isEqualTo(2);
    }

    @Test
    void anExpiredKeyIsFreeForAnotherRequest() {
        var tenant = Proxied.shared().newTenant();
        var client = tenant.client();
        var first = client.placeOrder(key, body);
        var other = Bodies.order("another", 5);
        assertThatAnswer(client.placeOrder(key, other)).isProblem(409, "idempotency-key-reused");
        tenant.expire(key);

        var second = client.placeOrder(key, other);

        assertThatAnswer(second).isANewOrder();
        assertThat(orderId(second)).isNotEqualTo(orderId(first));
        assertThatAnswer(client.placeOrder(key, body)).isProblem(409, "idempotency-key-reused");
    }

    @Test
    void repeatsAtOnceOfAnExpiredKeyMakeOneNewOrder() {
        var tenant = Proxied.shared().newTenant();
        var client = tenant.client();
        assertThatAnswer(client.placeOrder(key, body)).isANewOrder();
        tenant.expire(key);
        var burst = new Burst();
        for (var index = 0; index < 50; index++) {
            burst.add(Proxied.shared().service().url(), client.order(key, body));
        }

        var answers = burst.send();

        assertThat(answers).allSatisfy(answer -> assertThatAnswer(answer).isAnOrder());
        assertThat(answers).allSatisfy(answer -> assertThatAnswer(answer).isTheSameAs(answers.get(0)));
        assertThat(tenant.orders()).isEqualTo(2);
    }

    @Test
    void theCleanerDeletesExpiredFinishedKeysAndNothingElse() {
        var database = Pair.shared().database();
        var tenant = Pair.shared().newTenant();
        var client = tenant.client();
        var finished = Secrets.newKey();
        var abandoned = Secrets.newKey();
        assertThatAnswer(client.placeOrder(finished, body)).isANewOrder();
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, recovery_point, worker_token, locked_until, created_at)
                VALUES (?, 'default', 'POST', '/v1/orders', ?, sha256('another request'), 1,
                    'in_progress', 'started', gen_random_uuid(), now() - interval '30 days', now() - interval '31 days')
                """, tenant.id(), abandoned);
        var first = client.placeOrder(key, body);

        tenant.expire(key);

        await().atMost(LONGEST_CLEANING).until(() -> tenant.statusOf(key).isEmpty());
        assertThat(tenant.statusOf(finished)).containsExactly("succeeded");
        assertThat(tenant.statusOf(abandoned)).containsExactly("in_progress");
        // The other instance: the first may remember an answer for as long as five seconds.
        var elsewhere = client.at(Pair.shared().other());
        assertThatAnswer(elsewhere.placeOrder(abandoned, body)).isProblem(409, "idempotency-key-reused");
        var second = elsewhere.placeOrder(key, body);
        assertThatAnswer(second).isANewOrder();
        assertThat(orderId(second)).isNotEqualTo(orderId(first));
    }
}
