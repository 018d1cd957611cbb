package io.oncegate.scenario;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.vertx.core.json.JsonObject;

/** A merchant's program: the instance it happens to reach, and the API key it has. */
record Client(ServiceProcess service, String apiKey) {
    static final String ORDERS = "/v1/orders";
    static final String MESSAGES = "/v1/messages";

    /** The same program, routed to another instance. */
    Client at(ServiceProcess other) {
        return new Client(other, apiKey);
    }

    RawResponse placeOrder(String key, String body) {
        return send(order(key, body));
    }

    RawResponse sendMessage(String key, String body) {
        return send(post(MESSAGES)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .body(body));
    }

    /** What became of a key of an order. */
    RawResponse statusOf(String key) {
        return send(get("/v1/idempotency-keys/orders").header("Idempotency-Key", key));
    }

    RawResponse send(RawRequest request) {
        return RawHttp.exchange(service.url(), request);
    }

    /** A complete request, ready to be sent. */
    RawRequest order(String key, String body) {
        return orderHead(key).body(body);
    }

    /** The same without a body. */
    RawRequest orderHead(String key) {
        return post(ORDERS).header("Idempotency-Key", key).header("Content-Type", "application/json");
    }

    /** A request with nothing but its credential. */
    RawRequest post(String target) {
        return RawRequest.of("POST", target).header("X-Api-Key", apiKey);
    }

    RawRequest get(String target) {
        return RawRequest.of("GET", target).header("X-Api-Key", apiKey);
    }

    static String orderId(RawResponse answer) {
        return new JsonObject(answer.text()).getString("order_id");
    }

    /** The last word of a problem's type. */
    static String slug(RawResponse problem) {
        return new JsonObject(problem.text()).getString("type").replaceFirst(".*/", "");
    }
}
