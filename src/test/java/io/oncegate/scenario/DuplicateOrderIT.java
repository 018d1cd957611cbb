package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** One key, many requests at the same moment, over two instances. */
class DuplicateOrderIT {
    private static final int REQUESTS = 100;
    private static final String REPLAYED = "Idempotent-Replayed";

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @RepeatedTest(5)
    void equalRequestsAtOnceMakeOneOrder() {
        var key = Secrets.newKey();

        var answers = atOnce(List.of(key), List.of(Bodies.order("u", 1999)));

        assertThat(answers).allSatisfy(DuplicateOrderIT::assertOrderOrInProgress);
        assertOneFirstAnswerAndItsReplays(answers);
        assertThat(tenant.orders()).isEqualTo(1);
        tenant.assertKeysAndOrdersAgree();
    }

    @RepeatedTest(5)
    void ofMixedBodiesUnderOneKeyOneWinsAndTheOthersAreTold() {
        var key = Secrets.newKey();
        var bodies = IntStream.range(0, 4)
                .mapToObj(user -> Bodies.order("u" + user, 1999))
                .toList();

        var answers = atOnce(List.of(key), bodies);

        var winner = client.placeOrder(key, bodies.get(winner(answers, bodies.size())));
        assertThatAnswer(winner).isAnOrder();
        for (var index = 0; index < REQUESTS; index++) {
            if (index % bodies.size() == winner(answers, bodies.size())) {
                assertOrderOrInProgress(answers.get(index));
            } else {
                assertThatAnswer(answers.get(index)).isProblem(409, "idempotency-key-reused");
            }
        }
        assertOneFirstAnswerAndItsReplays(answers);
        assertThat(tenant.orders()).isEqualTo(1);
        tenant.assertKeysAndOrdersAgree();
    }

    @Test
    void eachOfManyKeysAtOnceMakesOneOrder() {
        var keys = IntStream.range(0, 20).mapToObj(number -> Secrets.newKey()).toList();

        var answers = atOnce(keys, List.of(Bodies.order("u", 1999)));

        for (var number = 0; number < keys.size(); number++) {
            assertOneFirstAnswerAndItsReplays(every(keys.size(), number, answers));
        }
        assertThat(tenant.orders()).isEqualTo(keys.size());
        tenant.assertKeysAndOrdersAgree();
    }

    @Test
    void equalMessagesAtOnceAreAcceptedOnce() {
        var key = Secrets.newKey();
        var burst = new Burst();
        for (var index = 0; index < REQUESTS; index++) {
            burst.add(instanceFor(index).service().url(), message(key));
        }

        var answers = burst.send();

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isIn(202, 409);
            if (answer.status() == 409) {
                assertThatAnswer(answer).isProblem(409, "request-in-progress");
            }
        });
        assertThat(answers.stream().filter(answer -> answer.status() == 202).map(RawResponse::text))
                .isNotEmpty()
                .containsOnly(
                        client.sendMessage(key, Bodies.message("hello", 60)).text());
        assertThat(tenant.messages()).isEqualTo(1);
    }

    private RawRequest message(String key) {
        return client.post(Client.MESSAGES)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .body(Bodies.message("hello", 60));
    }

    /** Every instance sees every key and every body: neighbours differ in all three. */
    private List<RawResponse> atOnce(List<String> keys, List<String> bodies) {
        var burst = new Burst();
        for (var index = 0; index < REQUESTS; index++) {
            var key = keys.get(index % keys.size());
            var body = bodies.get(index % bodies.size());
            burst.add(
                    instanceFor(index / Math.max(keys.size(), bodies.size()))
                            .service()
                            .url(),
                    client.order(key, body));
        }
        return burst.send();
    }

    private Client instanceFor(int number) {
        return number % 2 == 0 ? client : client.at(instances.other());
    }

    private static void assertOrderOrInProgress(RawResponse answer) {
        if (answer.status() == 201) {
            assertThatAnswer(answer).isAnOrder();
        } else {
            assertThatAnswer(answer).isProblem(409, "request-in-progress");
        }
    }

    private static void assertOneFirstAnswerAndItsReplays(List<RawResponse> answers) {
        var orders = answers.stream().filter(answer -> answer.status() == 201).toList();
        assertThat(orders)
                .filteredOn(answer -> answer.header(REPLAYED).isEmpty())
                .hasSize(1);
        assertThat(orders).allSatisfy(answer -> assertThatAnswer(answer).isTheSameAs(orders.get(0)));
    }

    /** Which of the bodies, sent in turn, was answered with an order. */
    private static int winner(List<RawResponse> answers, int bodies) {
        var winners = new LinkedHashSet<Integer>();
        for (var index = 0; index < answers.size(); index++) {
            if (answers.get(index).status() == 201) {
                winners.add(index % bodies);
            }
        }
        assertThat(winners).as("bodies that were answered with an order").hasSize(1);
        return winners.iterator().next();
    }

    private static List<RawResponse> every(int step, int first, List<RawResponse> answers) {
        var some = new ArrayList<RawResponse>();
        for (var index = first; index < answers.size(); index += step) {
            some.add(answers.get(index));
        }
        return some;
    }
}
