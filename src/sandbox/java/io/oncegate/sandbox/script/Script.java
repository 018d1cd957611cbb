package io.oncegate.sandbox.script;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;

/** Verbs that were posted, and for which requests. */
record Script(Match match, VerbQueue verbs) {
    private static final String SHAPE =
            "A script is { \"match\": { ... }, \"verbs\": [ \"...\" ] } with at least one verb.";

    static Script of(Object json) throws UnusableScript {
        if (!(json instanceof JsonObject body)
                || body.size() != 2
                || !(body.getValue("match") instanceof JsonObject match)
                || !(body.getValue("verbs") instanceof JsonArray texts)
                || texts.isEmpty()) {
            throw new UnusableScript(SHAPE);
        }
        var verbs = new ArrayList<Verb>();
        for (var text : texts) {
            if (!(text instanceof String word)) {
                throw new UnusableScript("A verb is a string, not %s.".formatted(text));
            }
            verbs.addAll(VerbList.parse(word));
        }
        return new Script(Match.of(match), new VerbQueue(verbs));
    }

    JsonObject toJson() {
        var left = new JsonArray();
        verbs.left().forEach(verb -> left.add(verb.toString()));
        return new JsonObject().put("match", match.toJson()).put("verbs", left);
    }
}
