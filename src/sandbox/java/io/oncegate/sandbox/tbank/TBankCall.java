package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Refused;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A request to T-Bank whose terminal is known. The sandbox does not know the terminal's password: of the token it
 * checks the form alone.
 */
record TBankCall(Exchange exchange, String path, String terminal, JsonObject body) {
    private static final String TOKEN = "[0-9a-fA-F]{64}";
    private static final String REVOKED = "revoked";

    static TBankCall of(Exchange exchange, String path, @Nullable Buffer content) throws Refused {
        var body = json(content);
        if (!(body.getValue("TerminalKey") instanceof String terminal) || terminal.isBlank()) {
            throw new Refused(TBankErrors.parameters("Поле TerminalKey не должно быть пустым."));
        }
        if (!(body.getValue("Token") instanceof String token) || !token.matches(TOKEN) || terminal.contains(REVOKED)) {
            throw new Refused(TBankErrors.token());
        }
        return new TBankCall(exchange, path, terminal, body);
    }

    private static JsonObject json(@Nullable Buffer content) throws Refused {
        try {
            if (content != null && Json.decodeValue(content) instanceof JsonObject json) {
                return json;
            }
        } catch (DecodeException notJson) {
            // The same to the caller as JSON of another kind.
        }
        throw new Refused(TBankErrors.parameters("Тело запроса должно быть объектом JSON."));
    }

    /** A text, or a number as T-Bank takes ids too. */
    @Nullable
    String optional(String name) {
        var value = body.getValue(name);
        var text = value instanceof String || value instanceof Integer || value instanceof Long ? value.toString() : "";
        return text.isEmpty() ? null : text;
    }

    String required(String name) throws Refused {
        var value = optional(name);
        if (value == null) {
            throw new Refused(TBankErrors.parameters("Поле %s не должно быть пустым.".formatted(name)));
        }
        return value;
    }
}
