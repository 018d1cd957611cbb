package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** One message, as a client sends it who looks at it afterwards. */
final class Letter {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int ACCEPTED = 202;

    private final Client client;
    private final String key = Secrets.newKey();
    private final String body;
    private String id = "";

    private Letter(Client client, String body) {
        this.client = client;
        this.body = body;
    }

    static Letter of(Client client, String text) {
        return withBody(client, Bodies.message(text));
    }

    static Letter withBody(Client client, String body) {
        return new Letter(client, body);
    }

    /** So many, each accepted; {@code %d} in {@code text} is the number of each. */
    static List<Letter> accepted(int count, Client client, String text) {
        return IntStream.range(0, count)
                .mapToObj(number -> of(client, text.formatted(number)).accepted())
                .toList();
    }

    String key() {
        return key;
    }

    /** Sends it, or sends it again. */
    @CanIgnoreReturnValue
    RawResponse send() {
        var answer = client.sendMessage(key, body);
        if (answer.status() == ACCEPTED) {
            id = new JsonObject(answer.text()).getString("id");
        }
        return answer;
    }

    /** Sends it, and it is taken. */
    @CanIgnoreReturnValue
    Letter accepted() {
        var answer = send();
        assertThat(answer.status()).as(answer::text).isEqualTo(ACCEPTED);
        return this;
    }

    /** From the answer that accepted it. */
    String id() {
        assertThat(id).as("it was accepted").isNotEmpty();
        return id;
    }

    JsonObject seen() {
        var answer = client.send(client.get(Client.MESSAGES + "/" + id()));
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
        return new JsonObject(answer.text());
    }

    String status() {
        return seen().getString("status");
    }

    /** Looks at it until its status is one of these, which is returned. */
    @CanIgnoreReturnValue
    String awaitStatus(String... statuses) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(status()).isIn(Arrays.asList(statuses)));
        return status();
    }
}
