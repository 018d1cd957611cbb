package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One instance as whoever has a key calls it. */
record Api(ServiceProcess service, String key) {

    static Api ofOperator(ServiceProcess service) {
        return new Api(service, ServiceLaunch.OPERATOR_KEY);
    }

    Api with(String otherKey) {
        return new Api(service, otherKey);
    }

    Api at(ServiceProcess other) {
        return new Api(other, key);
    }

    RawResponse get(String target) {
        return send(RawRequest.of("GET", target).header("X-Api-Key", key));
    }

    RawResponse delete(String target) {
        return send(RawRequest.of("DELETE", target).header("X-Api-Key", key));
    }

    RawResponse post(String target, String json) {
        return body("POST", target, json);
    }

    RawResponse put(String target, String json) {
        return body("PUT", target, json);
    }

    RawResponse patch(String target, String json) {
        return body("PATCH", target, json);
    }

    RawResponse placeOrder(String idempotencyKey) {
        return send(RawRequest.of("POST", "/v1/orders")
                .header("X-Api-Key", key)
                .header("Idempotency-Key", idempotencyKey)
                .header("Content-Type", "application/json")
                .body("{\"user_id\":\"u\",\"amount\":100,\"currency\":\"EUR\"}"));
    }

    RawResponse send(RawRequest request) {
        return RawHttp.exchange(service.url(), request);
    }

    /** A new tenant of the plan standard; for the operator. */
    String newTenant() {
        String id = "tenant-" + UUID.randomUUID();
        RawResponse answer = post("/admin/v1/tenants", tenant(id, "standard"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return id;
    }

    /** A new key, as {@code id} and {@code api_key}; for the operator. */
    JsonObject newKey(String tenant, String json) {
        RawResponse answer = post("/admin/v1/tenants/" + encoded(tenant) + "/api-keys", json);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return json(answer);
    }

    /** The same API with a new key of the client. */
    Api as(String tenant, String client) {
        return with(newKey(
                        tenant,
                        new JsonObject()
                                .put("name", "test")
                                .put("client", client)
                                .encode())
                .getString("api_key"));
    }

    /** What was changed of a tenant, oldest first; for the operator. */
    List<JsonObject> auditOf(String tenant) {
        List<JsonObject> found = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            JsonObject page = json(get("/admin/v1/audit" + cursor));
            page.getJsonArray("items").stream()
                    .map(JsonObject.class::cast)
                    .filter(entry -> tenant.equals(entry.getString("tenant_id")))
                    .forEach(found::add);
            cursor = page.containsKey("next_cursor") ? "?cursor=" + page.getString("next_cursor") : null;
        }
        return found;
    }

    static String tenant(String id, String plan) {
        return new JsonObject().put("tenant_id", id).put("plan", plan).encode();
    }

    static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static JsonObject json(RawResponse answer) {
        return new JsonObject(answer.text());
    }

    /** Status and, of a problem, its slug. */
    static String outcome(RawResponse answer) {
        return answer.status() < 400
                ? String.valueOf(answer.status())
                : answer.status() + json(answer).getString("type").replace("/problems/", " ");
    }

    private RawResponse body(String method, String target, String json) {
        return send(RawRequest.of(method, target)
                .header("X-Api-Key", key)
                .header("Content-Type", "application/json")
                .body(json));
    }
}
