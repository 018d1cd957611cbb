package io.oncegate.overload.queue;

import java.util.function.Function;

/** What a request is told at the door. */
public sealed interface Announcement {

    /** Handles both. */
    <T> T match(Function<Place, T> expected, Function<Refusal, T> turnedAway);

    /** A place is kept for it. */
    record Expected(Place place) implements Announcement {
        @Override
        public <T> T match(Function<Place, T> expected, Function<Refusal, T> turnedAway) {
            return expected.apply(place);
        }
    }

    /** It need not come. */
    record TurnedAway(Refusal refusal) implements Announcement {
        @Override
        public <T> T match(Function<Place, T> expected, Function<Refusal, T> turnedAway) {
            return turnedAway.apply(refusal);
        }
    }
}
