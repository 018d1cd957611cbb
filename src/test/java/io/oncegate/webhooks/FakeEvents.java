package io.oncegate.webhooks;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A store that hands out what a test puts into it, and remembers what it was told. */
final class FakeEvents implements WebhookEvents {

    final Queue<ClaimedEvent> due = new ArrayDeque<>();
    final List<Integer> asked = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    boolean givesUp;

    @Nullable
    RuntimeException failure;

    static ClaimedEvent event(String id, EventStatus status, int tries, int faults) {
        return new ClaimedEvent(id, "stripe", "type", status, new byte[0], new UUID(0, 0), tries, faults);
    }

    static ClaimedEvent event(String id) {
        return event(id, EventStatus.RECEIVED, 0, 0);
    }

    @Override
    public Uni<Stored> store(NewEvent event, Duration parkFor, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<List<ClaimedEvent>> claim(UUID worker, int most, Duration lease, Deadline deadline) {
        return Uni.createFrom().deferred(() -> {
            if (failure != null) {
                return Uni.createFrom().failure(failure);
            }
            asked.add(most);
            var claimed = new ArrayList<ClaimedEvent>();
            while (claimed.size() < most && !due.isEmpty()) {
                claimed.add(due.remove());
            }
            return Uni.createFrom().item(claimed);
        });
    }

    @Override
    public Uni<List<OpenNow>> open(Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Void> end(ClaimedEvent event, EventStatus status, @Nullable String reason, Deadline deadline) {
        return written("%s %s %s".formatted(event.id(), status.wire(), reason)).replaceWithVoid();
    }

    @Override
    public Uni<Boolean> tryAgain(ClaimedEvent event, EventStatus status, Again again, Deadline deadline) {
        return written("%s %s %s again in %d s%s"
                        .formatted(
                                event.id(),
                                status.wire(),
                                again.reason(),
                                again.pause().toSeconds(),
                                again.fault() ? ", a fault" : ""))
                .replaceWith(givesUp);
    }

    private Uni<Void> written(String what) {
        return Uni.createFrom().deferred(() -> {
            if (failure != null) {
                return Uni.createFrom().failure(failure);
            }
            told.add(what);
            return Uni.createFrom().voidItem();
        });
    }

    @Override
    public Uni<Integer> deleteOld(Duration keep, int most, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<List<Listed>> listed(EventStatus status, String afterId, int most, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Optional<EventStatus>> replay(String id, Duration parkFor, Stamp stamp, Deadline deadline) {
        throw new UnsupportedOperationException();
    }
}
