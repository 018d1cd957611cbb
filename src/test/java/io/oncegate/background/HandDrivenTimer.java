package io.oncegate.background;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A timer whose time passes when the test says so. */
final class HandDrivenTimer implements Timer {

    private record Waiting(Duration delay, Runnable action) {}

    private final List<Waiting> waiting = new ArrayList<>();

    @Override
    public Runnable after(Duration delay, Runnable action) {
        Waiting added = new Waiting(delay, action);
        waiting.add(added);
        return () -> waiting.remove(added);
    }

    List<Duration> delays() {
        return waiting.stream().map(Waiting::delay).toList();
    }

    /** Time passes until all that is waiting now has been called. */
    void fire() {
        List<Waiting> due = List.copyOf(waiting);
        waiting.clear();
        due.forEach(each -> each.action().run());
    }
}
