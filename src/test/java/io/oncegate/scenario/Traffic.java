package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Programs of one client that place orders and send messages, so many a second and no more. Each request is repeated, at
 * the next of the instances that can be reached, until it is accepted; what was answered before that is remembered.
 */
final class Traffic implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int PROGRAMS = 4;
    private static final int MILLISECONDS_BETWEEN = 50;
    /** One request of so many is a message. */
    private static final int MESSAGE = 4;

    private final ScheduledExecutorService programs = Executors.newScheduledThreadPool(PROGRAMS);
    private final AtomicInteger next = new AtomicInteger();
    private final Map<String, Integer> refusals = new ConcurrentHashMap<>();
    private final Map<Request, RawResponse> accepted = new ConcurrentHashMap<>();
    private final Map<Request, RawResponse> wrong = new ConcurrentHashMap<>();
    private volatile List<Client> reachable;

    private record Request(String key, String body, boolean isOrder) {

        static Request ofNumber(int number) {
            return number % MESSAGE == 0
                    ? new Request(Secrets.newKey(), Bodies.message("number " + number), false)
                    : new Request(Secrets.newKey(), Bodies.order("user-" + number % 10, 1 + number), true);
        }

        RawResponse sendTo(Client client) {
            return isOrder ? client.placeOrder(key, body) : client.sendMessage(key, body);
        }
    }

    private Traffic(Client client) {
        reachable = List.of(client);
    }

    /** Begins, with one instance. */
    static Traffic to(Client client) {
        var traffic = new Traffic(client);
        for (var program = 0; program < PROGRAMS; program++) {
            var unused = traffic.programs.scheduleAtFixedRate(
                    traffic::sendOne, 0, MILLISECONDS_BETWEEN, TimeUnit.MILLISECONDS);
        }
        return traffic;
    }

    /** From now on these instances take turns. */
    void reaches(Client... instances) {
        reachable = List.of(instances);
    }

    /** Returns when so many more have been accepted. */
    void awaitMore(int requests) {
        var enough = accepted.size() + requests;
        await().atMost(PATIENCE).until(() -> {
            assertNoneWasWrong();
            return accepted.size() >= enough;
        });
    }

    /** What was answered instead of an acceptance, and how often; {@code gone} where nothing was. */
    Map<String, Integer> refusals() {
        return Map.copyOf(refusals);
    }

    /** Ends when each request has been accepted. */
    @Override
    public void close() {
        programs.shutdown();
        await().atMost(PATIENCE).until(programs::isTerminated);
        assertNoneWasWrong();
    }

    /** That each order is there once, and is what {@code instance} answers to whoever asks again. */
    void assertOrdersAreKept(Tenant tenant, Client instance) {
        var orders = accepted.keySet().stream().filter(Request::isOrder).toList();
        assertThat(orders).isNotEmpty();
        assertThat(tenant.orders()).isEqualTo(orders.size());
        tenant.assertKeysAndOrdersAgree();
        orders.forEach(order -> assertThatAnswer(order.sendTo(instance)).isAReplayOf(accepted.get(order)));
    }

    /** That each message was sent, once. */
    void assertMessagesAreSent(Tenant tenant, Sandbox gateways) {
        var ids = accepted.entrySet().stream()
                .filter(sent -> !sent.getKey().isOrder())
                .map(sent -> new JsonObject(sent.getValue().text()).getString("id"))
                .toList();
        assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
        await().atMost(PATIENCE).until(() -> tenant.messagesOf("sent").size() == ids.size());
        assertThat(gateways.messagesTaken().stream().filter(ids::contains)).containsExactlyInAnyOrderElementsOf(ids);
    }

    private void assertNoneWasWrong() {
        assertThat(wrong).as("answers that are neither acceptance nor refusal").isEmpty();
    }

    private void sendOne() {
        var request = Request.ofNumber(next.getAndIncrement());
        for (var turn = next.get(); !accepted.containsKey(request) && !wrong.containsKey(request); turn++) {
            var instances = reachable;
            send(request, instances.get(turn % instances.size()));
        }
    }

    private void send(Request request, Client instance) {
        try {
            var answer = request.sendTo(instance);
            if (answer.status() == 201 || answer.status() == 202) {
                accepted.put(request, answer);
            } else if (answer.status() == 409 || answer.status() == 503) {
                refusals.merge(Client.slug(answer), 1, Integer::sum);
            } else {
                wrong.put(request, answer);
            }
        } catch (UncheckedIOException gone) {
            refusals.merge("gone", 1, Integer::sum);
        }
    }
}
