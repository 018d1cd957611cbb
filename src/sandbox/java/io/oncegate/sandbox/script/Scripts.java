package io.oncegate.sandbox.script;

import io.oncegate.sandbox.memory.Newest;
import io.oncegate.sandbox.memory.Retention;
import io.vertx.core.json.JsonArray;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every verb that waits for its request. Posted scripts come first, in the order in which they were posted, then what
 * the request carries itself; a request for which nothing waits gets {@code ok}. Not for use by several threads.
 */
public final class Scripts {
    private static final int MOST_POSTED = 10_000;

    private final Deque<Script> posted = new ArrayDeque<>();

    /** By dialect and order: all attempts of an order, or of a message, share one list. */
    private final Map<String, Carried> carried = new Newest<>(Retention.objects());

    /** The list of a request as it was first seen, and what is left of it. */
    private record Carried(List<Verb> whole, VerbQueue left) {}

    /** {@code json} as {@code POST /__script} takes it. */
    public void post(Object json) throws UnusableScript {
        if (posted.size() == MOST_POSTED) {
            posted.removeFirst();
        }
        posted.addLast(Script.of(json));
    }

    /** Forgets what was posted; lists that requests carry go on where they are. */
    public void clear() {
        posted.clear();
    }

    /**
     * The verb of a request that moves money or sends a message. Where only verbs for status requests are left it takes
     * one of those, in its meaning for a request like this.
     */
    public Verb forEffect(Subject subject, List<Verb> carriedByRequest) {
        var own = carriedFor(subject, carriedByRequest);
        var verb = take(subject, own, VerbQueue::takeForEffect);
        if (verb == null) {
            verb = take(subject, own, VerbQueue::takeForStatus);
        }
        return verb == null ? Verb.OK : verb;
    }

    /** The verb of a request that asks for a status, if one waits for it. */
    public @Nullable Verb forStatus(Subject subject) {
        var own = carried.get(placeOf(subject));
        return take(subject, own == null ? null : own.left(), VerbQueue::takeForStatus);
    }

    /** Posted scripts with what is left of them. */
    public JsonArray toJson() {
        var json = new JsonArray();
        posted.forEach(script -> json.add(script.toJson()));
        return json;
    }

    private @Nullable Verb take(Subject subject, @Nullable VerbQueue own, Function<VerbQueue, @Nullable Verb> line) {
        for (var script : posted) {
            if (script.match().covers(subject)) {
                var verb = line.apply(script.verbs());
                if (verb != null) {
                    posted.removeIf(done -> done.verbs().isEmpty());
                    return verb;
                }
            }
        }
        return own == null ? null : line.apply(own);
    }

    private @Nullable VerbQueue carriedFor(Subject subject, List<Verb> carriedByRequest) {
        if (carriedByRequest.isEmpty()) {
            return null;
        }
        var place = placeOf(subject);
        var known = carried.get(place);
        if (known == null || !known.whole().equals(carriedByRequest)) {
            known = new Carried(carriedByRequest, new VerbQueue(carriedByRequest));
            carried.put(place, known);
        }
        return known.left();
    }

    private static String placeOf(Subject subject) {
        return subject.dialect() + " " + subject.order();
    }
}
