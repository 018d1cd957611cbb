package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.scenario.Client.slug;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** PostgreSQL cannot be reached for a while. */
class StorageAwayIT {
    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(60);

    /** Far above any budget here, far below for ever. */
    private static final Duration SOON = Duration.ofSeconds(25);

    private final Proxied instance = Proxied.shared();
    private final Tenant tenant = instance.newTenant();
    private final Client client = tenant.client();
    private final Client bystander = instance.newTenant().client();
    private final String key = Secrets.newKey();
    private final String body = Bodies.order("u", 1999);

    @AfterEach
    void bringPostgresBack() {
        instance.network().pass();
        awaitRecovery();
    }

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Proxied.shared().service());
    }

    static Stream<Arguments> waysToBeAway() {
        return Stream.of(
                Arguments.of("refuses connections", (Consumer<FaultProxy>) FaultProxy::refuse),
                Arguments.of("resets connections", (Consumer<FaultProxy>) FaultProxy::reset));
    }

    @ParameterizedTest(name = "PostgreSQL {0}")
    @MethodSource("waysToBeAway")
    void isToldAsStorageUnavailableAndNothingIsStored(String how, Consumer<FaultProxy> away) {
        var known = Secrets.newKey();
        var first = client.placeOrder(known, body);
        assertThatAnswer(first).isANewOrder();

        away.accept(instance.network());

        for (var again = 0; again < 3; again++) {
            assertThatAnswer(soon(key)).isProblem(503, "storage-unavailable");
            assertThatAnswer(soon(known)).isProblem(503, "storage-unavailable");
        }
        tenant.assertNothingIsStoredUnder(key);
        assertReadyWith("degraded");
        instance.network().pass();
        awaitRecovery();
        assertReadyWith("ok");
        tenant.assertNothingIsStoredUnder(key);
        assertThatAnswer(client.placeOrder(key, body)).isANewOrder();
        assertThatAnswer(client.placeOrder(known, body)).isAReplayOf(first);
        assertThat(tenant.orders()).isEqualTo(2);
    }

    @Test
    void aStalledPostgresIsToldWithinTheUsualBudget() {
        assertThatAnswer(client.placeOrder(Secrets.newKey(), body)).isANewOrder();
        instance.network().stall();

        assertThatAnswer(soon(key)).isProblem(503, "storage-unavailable");

        instance.network().pass();
        awaitRecovery();
        // What was sent may have been done after all; the same key tells.
        assertThatAnswer(client.placeOrder(key, body)).isAnOrder();
        assertThat(tenant.orders()).isEqualTo(2);
        tenant.assertKeysAndOrdersAgree();
    }

    /** More requests than connections: some statements have left when the network stalls, some never leave. */
    @Test
    void whatAStalledPostgresWasNeverSentIsNotDoneAfterwards() {
        assertThatAnswer(client.placeOrder(Secrets.newKey(), body)).isANewOrder();
        instance.network().stall();
        var burst = new Burst();
        var keys =
                Stream.generate(Secrets::newKey).limit(5L * Proxied.CONNECTIONS).toList();
        keys.forEach(each -> burst.add(
                instance.service().url(),
                client.orderHead(each).header("X-Request-Timeout-Ms", "300").body(body)));

        var begun = System.nanoTime();
        var answers = new LinkedHashMap<String, RawResponse>();
        burst.send().forEach(answer -> answers.put(keys.get(answers.size()), answer));

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        assertThat(answers.values()).allSatisfy(answer -> {
            assertThat(slug(answer)).isIn("storage-unavailable", "deadline-exceeded");
            assertThatAnswer(answer).isProblem(503, slug(answer));
        });
        assertThat(answers.values()).as("statements that never left").anyMatch(StorageAwayIT::saysNothingWasDone);
        instance.network().pass();
        awaitRecovery();
        answers.forEach((each, answer) -> {
            if (saysNothingWasDone(answer)) {
                tenant.assertNothingIsStoredUnder(each);
            }
        });
        keys.forEach(each -> assertThatAnswer(client.placeOrder(each, body)).isAnOrder());
        assertThat(tenant.orders()).isEqualTo(1 + keys.size());
        tenant.assertKeysAndOrdersAgree();
    }

    private RawResponse soon(String each) {
        var begun = System.nanoTime();
        var answer = client.placeOrder(each, body);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        return answer;
    }

    /** Nobody does anything about it but PostgreSQL itself, and clients that ask again. */
    private void awaitRecovery() {
        await().atMost(LONGEST_RECOVERY)
                .until(() -> bystander.placeOrder(Secrets.newKey(), body).status() == 201);
    }

    /** Ready all the time: no other instance would be better off. */
    private void assertReadyWith(String storage) {
        await().atMost(LONGEST_RECOVERY).untilAsserted(() -> {
            var health = RawHttp.exchange(instance.service().managementUrl(), RawRequest.of("GET", "/q/health/ready"));
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.text()).containsPattern("\"storage\"\\s*:\\s*\"" + storage + "\"");
        });
    }

    private static boolean saysNothingWasDone(RawResponse answer) {
        return new JsonObject(answer.text()).getString("detail").contains("nothing was done");
    }
}
