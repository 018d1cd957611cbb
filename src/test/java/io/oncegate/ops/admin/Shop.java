package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;

/**
 * A new tenant whose orders are to be paid.
 *
 * @param merchant its program
 * @param payments what became of its payments, past the service
 */
record Shop(String tenant, Api operator, Api merchant, PaymentRows payments) {

    static final String PAYMENTS = "/admin/v1/payments";

    /** What the operator notes of each verdict. */
    static final String NOTE = "seen in the dashboard";

    static Shop opened(Api operator, Database database) {
        String tenant = operator.newTenant();
        return new Shop(tenant, operator, operator.as(tenant, "app"), new PaymentRows(database, tenant));
    }

    /**
     * An order as it was sent.
     *
     * @param reference the merchant's own
     */
    record Placed(String id, String key, String reference) {}

    /** An order that is being paid, and nothing is known of its payment. */
    Placed place() {
        String key = "key-" + UUID.randomUUID();
        String reference = "cart-" + UUID.randomUUID();
        RawResponse answer = send(key, reference);
        assertThat(outcome(answer)).isEqualTo("201");
        Placed order = new Placed(json(answer).getString("order_id"), key, reference);
        payments.begin(order.id(), key);
        return order;
    }

    /** An order's request once more. */
    RawResponse repeat(Placed order) {
        return send(order.key(), order.reference());
    }

    JsonObject read(Placed order) {
        return json(merchant.get("/v1/orders/" + order.id()));
    }

    /** The operator's verdict; the provider's id may be null. */
    RawResponse resolve(String attempt, String verdict, String externalId) {
        return operator.post(
                PAYMENTS + "/" + attempt + "/resolve",
                new JsonObject()
                        .put("outcome", verdict)
                        .put("external_id", externalId)
                        .put("note", NOTE)
                        .encode());
    }

    /** Its payments in a status, as the operator sees them; those of all tenants are less than a page. */
    List<JsonObject> listed(String status) {
        RawResponse answer = operator.get(PAYMENTS + "?status=" + status);
        assertThat(outcome(answer)).isEqualTo("200");
        assertThat(json(answer).containsKey("next_cursor")).isFalse();
        return json(answer).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .filter(item -> tenant.equals(item.getString("tenant_id")))
                .toList();
    }

    /** What the audit has of its payments, oldest first. */
    List<JsonObject> resolutions() {
        return operator.auditOf(tenant).stream()
                .filter(entry -> entry.getString("action").equals("payment.resolved"))
                .toList();
    }

    private RawResponse send(String key, String reference) {
        return merchant.send(RawRequest.of("POST", "/v1/orders")
                .header("X-Api-Key", merchant.key())
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .body(new JsonObject()
                        .put("user_id", "u")
                        .put("amount", 100)
                        .put("currency", "EUR")
                        .put("external_id", reference)
                        .encode()));
    }
}
