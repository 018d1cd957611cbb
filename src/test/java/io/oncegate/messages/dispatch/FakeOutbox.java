package io.oncegate.messages.dispatch;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Messages in memory, as the table would have them, with the failures that a test wants. */
final class FakeOutbox implements Outbox {
    static final RuntimeException AWAY = new IllegalStateException("PostgreSQL is away");

    final Deque<Taken> ready = new ConcurrentLinkedDeque<>();
    final Map<String, String> states = new ConcurrentSkipListMap<>();
    final Map<String, Return> returns = new ConcurrentSkipListMap<>();
    final Map<String, Duration> nextChecks = new ConcurrentSkipListMap<>();
    final List<Integer> takes = new CopyOnWriteArrayList<>();

    boolean takingFails;
    boolean sendingFails;
    boolean fenced;
    int recordingsThatFail;
    String recordingFailsFor = "";
    final AtomicInteger recordings = new AtomicInteger();

    @Nullable
    Runnable whileTaking;

    /** Messages that were never given to a gateway. */
    void add(String... ids) {
        for (var id : ids) {
            add(id, new Taken.Before(0, 0, null, null));
        }
    }

    void add(String id, Taken.Before before) {
        states.put(id, "ready");
        ready.add(new Taken(
                new OutgoingMessage(id, "+4915112345678", "hello"),
                "acme",
                Priority.NORMAL,
                MessageState.CLAIMED,
                new UUID(0, states.size()),
                before,
                1,
                false));
    }

    /** One that may have been given to a gateway before. */
    static Taken.Before triedBefore(int attempts, int checks) {
        return new Taken.Before(attempts, checks, Instant.EPOCH, Instant.EPOCH.plusSeconds(60));
    }

    @Override
    public Uni<List<Taken>> take(String gateway, Turn turn, UUID worker, Deadline deadline) {
        takes.add(turn.total());
        if (takingFails) {
            return Uni.createFrom().failure(AWAY);
        }
        var taken = IntStream.range(0, Math.min(turn.total(), ready.size()))
                .mapToObj(each -> ready.remove())
                .toList();
        taken.forEach(each -> states.put(each.id(), "claimed"));
        if (whileTaking != null) {
            whileTaking.run();
        }
        return Uni.createFrom().item(taken);
    }

    @Override
    public Uni<Void> release(List<Taken> messages, Deadline deadline) {
        messages.forEach(each -> states.put(each.id(), "ready"));
        return Uni.createFrom().voidItem();
    }

    @Override
    public Uni<Boolean> sending(Taken message, Duration lease, Duration recognised, Deadline deadline) {
        if (sendingFails) {
            return Uni.createFrom().failure(AWAY);
        }
        if (!fenced) {
            states.put(message.id(), "sending");
        }
        return Uni.createFrom().item(!fenced);
    }

    @Override
    public Uni<Boolean> answered(Taken message, Ending ending, Deadline deadline) {
        return recorded(message, ending.state().stored());
    }

    @Override
    public Uni<Boolean> putBack(Taken message, Return how, Deadline deadline) {
        returns.put(message.id(), how);
        return recorded(message, how.state().stored());
    }

    @Override
    public Uni<Boolean> unknown(Taken message, String why, Duration nextCheck, Deadline deadline) {
        nextChecks.put(message.id(), nextCheck);
        return recorded(message, "unknown");
    }

    private Uni<Boolean> recorded(Taken message, String state) {
        recordings.incrementAndGet();
        if (recordingsThatFail > 0 || recordingFailsFor.equals(message.id())) {
            recordingsThatFail--;
            return Uni.createFrom().failure(AWAY);
        }
        states.put(message.id(), state);
        return Uni.createFrom().item(true);
    }
}
