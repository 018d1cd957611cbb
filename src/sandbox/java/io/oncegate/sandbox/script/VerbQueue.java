package io.oncegate.sandbox.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verbs that wait for their requests. Requests that move money or send a message are one line, requests that ask for a
 * status another: each takes its own verbs in their order, whatever the other has taken.
 */
final class VerbQueue {
    private final Deque<Verb> effects = new ArrayDeque<>();
    private final Deque<Verb> status = new ArrayDeque<>();

    VerbQueue(List<Verb> verbs) {
        verbs.forEach(verb -> (verb.kind().forStatus() ? status : effects).addLast(verb));
    }

    @Nullable
    Verb takeForEffect() {
        return effects.pollFirst();
    }

    @Nullable
    Verb takeForStatus() {
        return status.pollFirst();
    }

    boolean isEmpty() {
        return effects.isEmpty() && status.isEmpty();
    }

    /** Those not taken yet, the ones for status requests last. */
    List<Verb> left() {
        var left = new ArrayList<>(effects);
        left.addAll(status);
        return left;
    }
}
