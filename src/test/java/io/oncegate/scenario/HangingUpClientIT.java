package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawHttp;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A client that goes away in the middle of its request. */
class HangingUpClientIT {
    private static final int TIMES = 200;
    private static final int LONGEST_STAY_MICROS = 4000;

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one());
    }

    @Test
    void leavesItsKeyAbsentOrFinishedAndItsRetryGivesOneOrder() {
        var errorsBefore = errorsInTheLog();
        Seeded.run(random -> {
            var sent = new LinkedHashMap<String, String>();
            for (var time = 0; time < TIMES; time++) {
                var key = Secrets.newKey();
                sent.put(key, Bodies.order("u" + time, 1 + random.nextInt(1000)));
                hangUp(key, sent.get(key), random);
                tenant.assertKeysAndOrdersAgree();
            }

            assertEachRetryGivesOneOrder(sent);
        });
        assertThat(errorsInTheLog())
                .as("lines about clients that only went away")
                .isEqualTo(errorsBefore);
    }

    private List<String> errorsInTheLog() {
        return client.service().log().lines().stream()
                .filter(line -> line.contains("\"level\":\"ERROR\""))
                .toList();
    }

    private void assertEachRetryGivesOneOrder(Map<String, String> sent) {
        sent.forEach((key, body) -> {
            var retried = client.placeOrder(key, body);
            assertThatAnswer(retried).isAnOrder();
            assertThatAnswer(client.at(instances.other()).placeOrder(key, body)).isAReplayOf(retried);
        });
        assertThat(tenant.orders()).isEqualTo(TIMES);
        tenant.assertKeysAndOrdersAgree();
    }

    /** In a third of the cases each: within the head, within the body, after the last byte. */
    private void hangUp(String key, String body, Random random) {
        var request = client.order(key, body);
        var length = request.bytes().length;
        var head = length - body.getBytes(StandardCharsets.UTF_8).length;
        var connection = RawHttp.connect(client.service().url());
        switch (random.nextInt(3)) {
            case 0 -> connection.sendFirst(1 + random.nextInt(head), request).hangUp();
            case 1 ->
                connection
                        .sendFirst(head + random.nextInt(length - head), request)
                        .hangUp();
            default -> {
                var whole = connection.send(request);
                stay(random.nextInt(LONGEST_STAY_MICROS));
                whole.hangUp();
            }
        }
    }

    /** A moment that no timer is exact enough for: it ends anywhere between the request's arrival and its answer. */
    private static void stay(int micros) {
        var end = System.nanoTime() + micros * 1000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
