package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Programs of one client that send so many messages, as many at a time as they are {@linkplain #allow allowed}, each of
 * them again, at the next instance, until it is accepted.
 */
final class MessageLoad {
    /** Nothing is stored yet, or somebody else is at it. */
    private static final Set<Integer> ASK_AGAIN = Set.of(409, 503);

    private final List<Client> instances;
    private final int messages;
    private final IntFunction<String> text;
    private final AtomicInteger next = new AtomicInteger();
    private final Semaphore allowed = new Semaphore(0);

    /** The id that each number was given. */
    private final Map<Integer, String> accepted = new ConcurrentHashMap<>();

    /**
     * @param instances the same client at each instance
     * @param text of the message of each number
     */
    MessageLoad(List<Client> instances, int messages, IntFunction<String> text) {
        this.instances = instances;
        this.messages = messages;
        this.text = text;
    }

    /** So many more may be sent. */
    void allow(int more) {
        allowed.release(more);
    }

    /** Begins with so many programs; what is returned ends when each message was accepted. */
    CompletableFuture<Void> begin(int programs) {
        return CompletableFuture.allOf(IntStream.range(0, programs)
                .mapToObj(program -> CompletableFuture.runAsync(this::sendAll, task -> new Thread(task).start()))
                .toArray(CompletableFuture[]::new));
    }

    int acceptedSoFar() {
        return accepted.size();
    }

    /** The ids of all. */
    Collection<String> ids() {
        assertThat(accepted).hasSize(messages);
        return accepted.values();
    }

    private void sendAll() {
        for (var number = next.getAndIncrement(); number < messages; number = next.getAndIncrement()) {
            allowed.acquireUninterruptibly();
            accepted.put(number, idOf(number));
        }
    }

    private String idOf(int number) {
        var key = Secrets.newKey();
        var body = Bodies.message(text.apply(number));
        for (var turn = number; ; turn++) {
            try {
                var answer = instances.get(turn % instances.size()).sendMessage(key, body);
                if (!ASK_AGAIN.contains(answer.status())) {
                    return idIn(answer);
                }
            } catch (UncheckedIOException gone) {
                // Whether it was accepted is told by the next one that lives.
            }
        }
    }

    private static String idIn(RawResponse answer) {
        assertThat(answer.status()).as(answer::text).isEqualTo(202);
        return new JsonObject(answer.text()).getString("id");
    }
}
