package io.oncegate.messages.dispatch;

import io.oncegate.messages.Priority;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Whose turn it is at one gateway. Of ten messages six are of high priority, three of normal and one of low, as long as
 * there are any: what waits longest is not what nobody ever sends. For one thread at a time.
 */
final class Turns {

    private static final List<Priority> SEQUENCE = List.of(
            Priority.HIGH,
            Priority.HIGH,
            Priority.NORMAL,
            Priority.HIGH,
            Priority.HIGH,
            Priority.NORMAL,
            Priority.HIGH,
            Priority.HIGH,
            Priority.NORMAL,
            Priority.LOW);

    private final Map<Priority, String> servedLast = new EnumMap<>(Priority.class);
    private int position;

    /** Shares out the next {@code free} turns. */
    Turn next(int free) {
        int[] numbers = new int[Priority.values().length];
        for (int turn = 0; turn < free; turn++) {
            numbers[SEQUENCE.get(position).ordinal()]++;
            position = (position + 1) % SEQUENCE.size();
        }
        return new Turn(Arrays.stream(Priority.values())
                .map(priority ->
                        new Turn.Share(priority, numbers[priority.ordinal()], servedLast.getOrDefault(priority, "")))
                .toList());
    }

    /** Notes whose messages were taken: of each priority the tenant of the last turn is the one that was served last. */
    void served(List<Taken> taken) {
        Map<Priority, Taken> last = new EnumMap<>(Priority.class);
        taken.forEach(message ->
                last.merge(message.priority(), message, (one, other) -> one.place() > other.place() ? one : other));
        last.forEach((priority, message) -> servedLast.put(priority, message.tenant()));
    }
}
