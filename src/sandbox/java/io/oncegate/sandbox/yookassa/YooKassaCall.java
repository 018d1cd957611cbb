package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A request to YooKassa whose shop is known.
 *
 * @param key the idempotence key
 */
record YooKassaCall(
        Exchange exchange,
        String shop,
        String path,
        @Nullable String key,
        @Nullable Buffer body) {
    private static final int LONGEST_KEY = 64;

    /** The key that every change needs. */
    String requiredKey() throws Refused {
        var given = key;
        if (given == null || given.isEmpty()) {
            throw new Refused(YooKassaErrors.keyMissing());
        }
        if (given.length() > LONGEST_KEY) {
            throw new Refused(YooKassaErrors.keyTooLong(LONGEST_KEY));
        }
        return given;
    }

    /** The body of a request that needs none. */
    JsonObject jsonIfAny() throws Refused {
        return text().isBlank() ? new JsonObject() : json();
    }

    JsonObject json() throws Refused {
        try {
            if (body != null && Json.decodeValue(body) instanceof JsonObject json) {
                return json;
            }
        } catch (DecodeException notJson) {
            // The same to the caller as JSON of another kind.
        }
        throw new Refused(YooKassaErrors.invalid("Request body is not a JSON object", null));
    }

    /** The same for an equal request. */
    String text() {
        return body == null ? "" : body.toString();
    }
}
