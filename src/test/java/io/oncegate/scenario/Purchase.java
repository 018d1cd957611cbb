package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** One order with a payment, as a client places it who repeats whatever it is not sure of. */
final class Purchase {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int ACCEPTED = 202;

    private Client client;
    private final String key;
    private final String body;
    private final List<RawResponse> answers = new CopyOnWriteArrayList<>();

    private Purchase(Client client, String key, String body) {
        this.client = client;
        this.key = key;
        this.body = body;
    }

    static Purchase of(Client client, String method) {
        return withBody(client, Bodies.paidOrder("user-17", 1999, "RUB", method));
    }

    static Purchase withBody(Client client, String body) {
        return new Purchase(client, Secrets.newKey(), body);
    }

    /** The same under another key. */
    Purchase withKey(String otherKey) {
        return new Purchase(client, otherKey, body);
    }

    /** Places all of them, at the same time, and returns when each was answered. */
    static void placeTogether(Collection<Purchase> purchases) {
        var all = purchases.stream().map(Purchase::begin).toList();
        all.forEach(CompletableFuture::join);
    }

    /** From now on its requests reach another instance. */
    void moveTo(Client other) {
        client = other;
    }

    String key() {
        return key;
    }

    /** Places the order, or repeats it. */
    @CanIgnoreReturnValue
    RawResponse place() {
        var answer = client.placeOrder(key, body);
        answers.add(answer);
        return answer;
    }

    /** The same by somebody who waits for so long and no longer. */
    RawResponse placeWithin(Duration budget) {
        var hasty = client.order(key, body).header("X-Request-Timeout-Ms", String.valueOf(budget.toMillis()));
        var answer = client.send(hasty);
        answers.add(answer);
        return answer;
    }

    /** Places the order, and does not wait for the answer. */
    CompletableFuture<RawResponse> begin() {
        return CompletableFuture.supplyAsync(this::place, task -> new Thread(task).start());
    }

    /** Sends it all at once, and returns when each was answered. */
    void placeAtOnce(int times) {
        var all = Stream.generate(this::begin).limit(times).toList();
        all.forEach(CompletableFuture::join);
    }

    /** Repeats it until the outcome is told, which is returned. */
    @CanIgnoreReturnValue
    RawResponse placeUntilTold() {
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> place().status() != ACCEPTED);
        return answers.get(answers.size() - 1);
    }

    /** Looks at the order until its status is this. */
    @CanIgnoreReturnValue
    JsonObject awaitStatus(String status) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(order().getString("status")).isEqualTo(status));
        return order();
    }

    JsonObject order() {
        var answer = client.send(client.get(Client.ORDERS + "/" + orderId()));
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
        return new JsonObject(answer.text());
    }

    /** From any answer so far. */
    String orderId() {
        return answers.stream()
                .map(answer -> new JsonObject(answer.text()).getString("order_id"))
                .filter(id -> id != null)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no answer names the order: " + answers));
    }

    List<RawResponse> answers() {
        return answers;
    }

    /** Whatever was answered was the outcome, always the same, or that it was not known yet. */
    void assertEachAnswerWasOpenOr(RawResponse outcome) {
        assertThat(answers).allSatisfy(answer -> {
            if (answer.status() != ACCEPTED) {
                assertThat(answer.status()).as(answer::text).isEqualTo(outcome.status());
                assertThat(answer.text()).isEqualTo(outcome.text());
            } else {
                assertThat(answer.headers("Location")).containsExactly(Client.ORDERS + "/" + orderId());
                assertThat(answer.headers("Retry-After")).hasSize(1);
                assertThat(new JsonObject(answer.text()).getString("status")).isIn("payment_pending", "payment_review");
            }
        });
    }
}
