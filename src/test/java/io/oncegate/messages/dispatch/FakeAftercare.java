package io.oncegate.messages.dispatch;

import io.oncegate.messages.MessageState;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Gives what a test put there, one batch after the other, and keeps what it is told. */
final class FakeAftercare implements Aftercare {
    record Told(String gateway, String messageId, Outbox.Ending ending) {}

    final Deque<List<Doubt>> doubts = new ArrayDeque<>();
    final Deque<List<MessageState>> freed = new ArrayDeque<>();
    final Deque<List<Outlived>> outlived = new ArrayDeque<>();
    final Deque<Integer> erased = new ArrayDeque<>();
    final List<Told> told = new ArrayList<>();
    final List<Means> means = new ArrayList<>();

    @Override
    public Uni<List<Doubt>> doubts(String gateway, Means by, int most, Deadline deadline) {
        means.add(by);
        return next(doubts, List.of());
    }

    @Override
    public Uni<Boolean> told(String gateway, String messageId, Outbox.Ending ending, Deadline deadline) {
        told.add(new Told(gateway, messageId, ending));
        return Uni.createFrom().item(true);
    }

    @Override
    public Uni<List<MessageState>> leasesOver(int most, Deadline deadline) {
        return next(freed, List.of());
    }

    @Override
    public Uni<List<Outlived>> outlived(int most, Deadline deadline) {
        return next(outlived, List.of());
    }

    @Override
    public Uni<Integer> erase(Duration kept, int most, Deadline deadline) {
        return next(erased, 0);
    }

    @Override
    public Uni<List<OpenNow>> open(Deadline deadline) {
        return Uni.createFrom().item(List.of());
    }

    private static <T> Uni<T> next(Deque<T> batches, T otherwise) {
        return Uni.createFrom().item(batches.isEmpty() ? otherwise : batches.remove());
    }
}
