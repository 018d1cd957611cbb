package io.oncegate.webhooks;

import io.oncegate.background.Backoff;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Hints on their way to their questions. However many come about one object, one question about it runs and one more
 * waits for its end: what is asked after a hint came tells all that the hint could have. Bounded in objects and in
 * questions at a time. Safe for use by any thread.
 *
 * <pre>
 *   ready --a place is free--> asked --answered--> gone, or ready if another hint came meanwhile
 *                                \--in vain--> pausing --> ready, a few times
 * </pre>
 */
final class HintQueue {

    private static final Logger LOG = Logger.getLogger(HintQueue.class);

    /** After some seconds, whoever looks after open payments anyway has done so. */
    private static final int MOST_TRIES = 4;

    private final int mostObjects;
    private final int mostAsked;
    private final Later later;

    private final Map<String, Place> places = new HashMap<>();
    private final Queue<Hint> ready = new ArrayDeque<>();
    private int asked;

    /** {@code mostAsked}: questions that may run at a time. */
    HintQueue(int mostObjects, int mostAsked, Later later) {
        this.mostObjects = mostObjects;
        this.mostAsked = mostAsked;
        this.later = later;
    }

    /** What became of a hint. */
    enum Taken {
        /** Its question is yet to run. */
        HINT,
        /** A question that is yet to run is its question as well. */
        HINT_COALESCED,
        /** There was no room. */
        HINT_DROPPED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One object that hints are about. */
    private static final class Place {
        private boolean isAsked;
        private @Nullable Hint next;
    }

    /** Returns at once: nothing is asked on the caller's time. */
    Taken offer(Hint hint) {
        Taken taken = take(hint);
        if (taken == Taken.HINT) {
            askMore();
        }
        return taken;
    }

    /** How many objects have a hint that is not followed to its end. */
    synchronized int size() {
        return places.size();
    }

    private synchronized Taken take(Hint hint) {
        Place place = places.get(hint.object());
        if (place == null && places.size() >= mostObjects) {
            return Taken.HINT_DROPPED;
        }
        if (place == null) {
            places.put(hint.object(), new Place());
            ready.add(hint);
            return Taken.HINT;
        }
        if (place.isAsked && place.next == null) {
            place.next = hint;
            return Taken.HINT;
        }
        return Taken.HINT_COALESCED;
    }

    private void askMore() {
        for (Hint hint = next(); hint != null; hint = next()) {
            Hint asking = hint;
            later.after(Duration.ZERO, () -> ask(asking));
        }
    }

    private synchronized @Nullable Hint next() {
        if (asked >= mostAsked || ready.isEmpty()) {
            return null;
        }
        asked++;
        return ready.remove();
    }

    private void ask(Hint hint) {
        beginAsking(hint);
        Uni<Effect> answer = Uni.createFrom().deferred(() -> hint.question().get());
        answer.subscribe().with(effect -> ended(hint, effect), failure -> {
            LOG.debugf(failure, "a hint could not be followed");
            ended(hint, Effect.LATER);
        });
    }

    /** Whatever comes from here on may be more than the question is told. */
    private synchronized void beginAsking(Hint hint) {
        place(hint).isAsked = true;
    }

    private void ended(Hint hint, Effect effect) {
        if (pauses(hint, effect)) {
            later.after(Backoff.after(hint.tries()), () -> readyAgain(hint.again()));
        }
        askMore();
    }

    private synchronized boolean pauses(Hint hint, Effect effect) {
        asked--;
        Place place = place(hint);
        Hint next = place.next;
        place.isAsked = false;
        place.next = null;
        if (next != null) {
            ready.add(next);
            return false;
        }
        if (effect == Effect.LATER && hint.tries() < MOST_TRIES) {
            return true;
        }
        places.remove(hint.object());
        return false;
    }

    private void readyAgain(Hint hint) {
        synchronized (this) {
            ready.add(hint);
        }
        askMore();
    }

    /** It is there as long as a hint is ready, asked or pausing. */
    private Place place(Hint hint) {
        Place place = places.get(hint.object());
        if (place == null) {
            throw new IllegalStateException("a hint is about an object without a place");
        }
        return place;
    }
}
