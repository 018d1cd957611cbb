package io.oncegate.sandbox;

import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Messages as the service hands them to the sandbox's gateways. */
final class MessageCalls {
    static final String TO = "+491701234567";

    private MessageCalls() {}

    static RawRequest httpJson(String id, String text) {
        return json("/http-json/messages", named("id", id, text));
    }

    static RawRequest httpJsonStatus(String id) {
        return RawRequest.of("GET", "/http-json/messages/" + id).header("Authorization", "Bearer token");
    }

    static RawRequest keyless(String reference, String text) {
        return json("/keyless/messages", named("reference", reference, text));
    }

    static RawRequest json(String path, JsonObject body) {
        return RawRequest.of("POST", path)
                .header("Authorization", "Bearer token")
                .header("Content-Type", "application/json")
                .body(body.encode());
    }

    static JsonObject named(String naming, String name, String text) {
        return new JsonObject().put(naming, name).put("to", TO).put("text", text);
    }

    /** {@code more}: parameters beside the ones that every message has, encoded already. */
    static RawRequest kannel(String account, String text, String... more) {
        return RawRequest.of("GET", "/kannel/cgi-bin/sendsms?" + form(account, text, more));
    }

    static RawRequest kannelForm(String account, String text, String... more) {
        return RawRequest.of("POST", "/kannel/cgi-bin/sendsms")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body(form(account, text, more));
    }

    static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String form(String account, String text, String... more) {
        var rest = more.length == 0 ? "" : "&" + String.join("&", more);
        return "username=shop&password=secret&to=%s&text=%s&account=%s%s"
                .formatted(encoded(TO), encoded(text), account, rest);
    }
}
