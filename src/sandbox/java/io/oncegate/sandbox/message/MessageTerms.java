package io.oncegate.sandbox.message;

import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.script.UnusableScript;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbList;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is handed over in JSON.
 *
 * @param name what the caller calls it
 * @param to the recipient, as received
 */
public record MessageTerms(String name, String to, String text) {

    /** {@code naming}: the member that holds the name. */
    public static MessageTerms of(@Nullable Buffer body, String naming) throws Refused {
        var json = json(body);
        return new MessageTerms(text(json, naming), text(json, "to"), text(json, "text"));
    }

    /** The verbs that the text begins with. */
    public List<Verb> carried() throws Refused {
        try {
            return VerbList.begunBy(text);
        } catch (UnusableScript unusable) {
            throw new Refused(JsonGateway.malformed(unusable.sentence()));
        }
    }

    private static JsonObject json(@Nullable Buffer body) throws Refused {
        try {
            if (body != null && Json.decodeValue(body) instanceof JsonObject json) {
                return json;
            }
        } catch (DecodeException notJson) {
            // The same to the caller as JSON of another kind.
        }
        throw new Refused(JsonGateway.malformed("The body is no JSON object."));
    }

    private static String text(JsonObject json, String member) throws Refused {
        if (json.getValue(member) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new Refused(JsonGateway.malformed("%s is a text that is not empty.".formatted(member)));
    }
}
