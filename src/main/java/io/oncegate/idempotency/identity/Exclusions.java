package io.oncegate.idempotency.identity;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of a body that do not count, as a tree that is walked along with it: a node stands for a place, and
 * {@code null} for one with nothing to leave out at or below it. Immutable once built.
 */
final class Exclusions {

    private final Map<String, Exclusions> below = new HashMap<>();
    private boolean here;

    private Exclusions() {}

    /**
     * The tree of these JSON pointers (RFC 6901).
     *
     * @throws IllegalArgumentException for a pointer that is not one, or that leaves out the whole body
     */
    static @Nullable Exclusions of(List<String> pointers) {
        Exclusions root = new Exclusions();
        for (String pointer : pointers) {
            if (!pointer.startsWith("/")) {
                throw new IllegalArgumentException(
                        "\"" + pointer + "\" is not a JSON pointer to a part of the body; it must begin with /");
            }
            Exclusions place = root;
            for (JsonPointer rest = JsonPointer.compile(pointer); !rest.matches(); rest = rest.tail()) {
                place = place.below.computeIfAbsent(rest.getMatchingProperty(), name -> new Exclusions());
            }
            place.here = true;
        }
        return pointers.isEmpty() ? null : root;
    }

    /** What is left out at or below the member {@code name} of {@code place}. */
    static @Nullable Exclusions at(@Nullable Exclusions place, String name) {
        return place == null ? null : place.below.get(name);
    }

    /** What is left out at or below the element {@code index} of {@code place}. */
    static @Nullable Exclusions at(@Nullable Exclusions place, int index) {
        return place == null ? null : place.below.get(Integer.toString(index));
    }

    /** Whether {@code place} itself is left out. */
    static boolean cover(@Nullable Exclusions place) {
        return place != null && place.here;
    }
}
