package io.oncegate.sandbox.script;

import io.oncegate.sandbox.ledger.OrderReference;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a script is for: those that agree with every member given.
 *
 * @param reference an order, with or without an attempt
 * @param path with or without the dialect before it; {@code *} stands for any one segment
 */
record Match(
        @Nullable String reference,
        @Nullable String key,
        @Nullable String dialect,
        @Nullable String path) {
    private static final Set<String> MEMBERS = Set.of("reference", "key", "dialect", "path");
    private static final String ANY_SEGMENT = "*";

    static Match of(JsonObject json) throws UnusableScript {
        for (var member : json) {
            if (!MEMBERS.contains(member.getKey()) || !(member.getValue() instanceof String)) {
                throw new UnusableScript(
                        "A match has the members reference, key, dialect and path, each a string, and no '%s'."
                                .formatted(member.getKey()));
            }
        }
        return new Match(
                json.getString("reference"), json.getString("key"), json.getString("dialect"), json.getString("path"));
    }

    boolean covers(Subject subject) {
        return (dialect == null || dialect.equals(subject.dialect()))
                && (key == null || key.equals(subject.key()))
                && (reference == null || namesOrder(reference, subject))
                && (path == null || namesPath(path, subject));
    }

    JsonObject toJson() {
        var json = new JsonObject();
        putIfGiven(json, "reference", reference);
        putIfGiven(json, "key", key);
        putIfGiven(json, "dialect", dialect);
        putIfGiven(json, "path", path);
        return json;
    }

    private static void putIfGiven(JsonObject json, String member, @Nullable String value) {
        if (value != null) {
            json.put(member, value);
        }
    }

    /** With an attempt it is that attempt, without one it is all of them. */
    private static boolean namesOrder(String reference, Subject subject) {
        var received = subject.reference() == null ? subject.name() : subject.reference();
        return reference.equals(received) || reference.equals(OrderReference.withoutAttempt(received));
    }

    private static boolean namesPath(String pattern, Subject subject) {
        return sameSegments(pattern, subject.path()) || sameSegments("/" + subject.dialect() + pattern, subject.path());
    }

    private static boolean sameSegments(String pattern, String path) {
        var wanted = List.of(pattern.split("/", -1));
        var actual = List.of(path.split("/", -1));
        if (wanted.size() != actual.size()) {
            return false;
        }
        for (var at = 0; at < wanted.size(); at++) {
            if (!wanted.get(at).equals(ANY_SEGMENT) && !wanted.get(at).equals(actual.get(at))) {
                return false;
            }
        }
        return true;
    }
}
