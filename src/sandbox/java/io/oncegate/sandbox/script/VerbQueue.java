package io.oncegate.sandbox.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verbs that wait for their requests. Requests that move money and requests that ask for a status are two lines: each
 * takes its own verbs in their order, whatever the other has taken.
 */
final class VerbQueue {
    private final Deque<Verb> money = new ArrayDeque<>();
    private final Deque<Verb> status = new ArrayDeque<>();

    VerbQueue(List<Verb> verbs) {
        verbs.forEach(verb -> (verb.kind().forStatus() ? status : money).addLast(verb));
    }

    @Nullable
    Verb takeForMoney() {
        return money.pollFirst();
    }

    @Nullable
    Verb takeForStatus() {
        return status.pollFirst();
    }

    boolean isEmpty() {
        return money.isEmpty() && status.isEmpty();
    }

    /** Those not taken yet, the ones for status requests last. */
    List<Verb> left() {
        var left = new ArrayList<>(money);
        left.addAll(status);
        return left;
    }
}
