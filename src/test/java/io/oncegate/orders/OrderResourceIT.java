package io.oncegate.orders;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderResourceIT {

    private static final String ORDERS = "/v1/orders";
    private static final String ORDER = """
            {"user_id": "user-17", "amount": 1999, "currency": "EUR"}""";

    private final Merchant merchant = Instance.shared().newMerchant();

    @Test
    void placesAnOrder() {
        RawResponse answer = merchant.post(ORDERS, """
                {"user_id": "user-17", "amount": 1999, "currency": "EUR", "external_id": "cart-1"}""");

        String id = id(answer);
        String createdAt = Merchant.json(answer).getString("created_at");
        assertThatAnswer(answer).isJson(201).hasBody("""
                        {"order_id":"%s","status":"created","user_id":"user-17","amount":1999,"currency":"EUR",\
                        "external_id":"cart-1","created_at":"%s"}""".formatted(id, createdAt));
        assertThat(answer.headers("Location")).containsExactly("/v1/orders/" + id);
        assertThat(answer.headers("Idempotent-Replayed")).isEmpty();
        assertThat(Duration.between(Instant.parse(createdAt), Instant.now()).abs())
                .isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void keepsWhatIsNotToldAgain() {
        RawResponse answer = merchant.post(ORDERS, """
                {"user_id": "user-17", "amount": 1, "currency": "JPY", "description": "Two books, \uD83D\uDE00",
                 "metadata": {"b": "2", "a": ""}, "unknown": [1, 2]}""");

        assertThatAnswer(answer).isJson(201);
        assertThat(stored("description, metadata::text AS metadata, principal, external_id_held", id(answer)))
                .containsEntry("description", "Two books, \uD83D\uDE00")
                .containsEntry("metadata", "{\"a\": \"\", \"b\": \"2\"}")
                .containsEntry("principal", "default")
                .containsEntry("external_id_held", null);
    }

    @Test
    void readsAnOrderByteForByteAsItWasPlaced() {
        RawResponse placed = merchant.post(ORDERS, ORDER);

        RawResponse read = merchant.get(placed.header("Location").orElseThrow());

        assertThatAnswer(read).isJson(200);
        assertThat(read.body()).isEqualTo(placed.body());
    }

    @Test
    void showsAnOrderToEveryProgramOfItsTenantAndToNobodyElse() {
        String order = merchant.post(ORDERS, ORDER).header("Location").orElseThrow();

        assertThatAnswer(merchant.other("backoffice").get(order)).isJson(200);
        assertThatAnswer(Instance.shared().newMerchant().get(order)).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01JDYZ0F6T7V8W9X0Y1Z2A3B4C",
                "01jdyz0f6t7v8w9x0y1z2a3b4c",
                "81JDYZ0F6T7V8W9X0Y1Z2A3B4C",
                "1",
                "%00",
                "01JDYZ0F6T7V8W9X0Y1Z2A3B4%00",
                "%ED%A0%80",
                "%FF",
                "%27%20OR%201=1--"
            })
    void findsNoOrderUnderWhatIsNoId(String id) {
        assertThatAnswer(merchant.get(ORDERS + "/" + id)).isProblem(404, "not-found");
    }

    @Test
    void takesAKeyAgainThatARefusedOrderLeftFree() {
        String key = Merchant.newKey();

        RawResponse refused = merchant.post(ORDERS, key, """
                {"user_id": "user-17", "amount": 0, "currency": "BGN"}""");
        RawResponse placed = merchant.post(ORDERS, key, ORDER);

        assertThatAnswer(refused).isProblem(422, "validation-failed");
        assertThat(Merchant.json(refused).getJsonArray("errors")).hasSize(2);
        assertThatAnswer(placed).isJson(201);
    }

    @Test
    void takesNoPaymentWhereNoneIsConfigured() {
        String key = Merchant.newKey();

        RawResponse refused = merchant.post(ORDERS, key, """
                {"user_id": "user-17", "amount": 1999, "currency": "EUR", "payment": {"method": "card"}}""");

        assertThatAnswer(refused).isProblem(422, "payment-not-configured");
        assertThatAnswer(merchant.key("orders", key)).isProblem(404, "not-found");
        assertThat(orders()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/orders", "/v1/orders/", "/v1/orders/export"})
    void answersHeadAsGetWithoutABody(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        merchant.instance().service().url().resolve(path + lastId(path)))
                .header("X-Api-Key", merchant.apiKey());
        HttpClient client = HttpClient.newHttpClient();

        var head = client.send(
                request.method("HEAD", HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofString());
        var get = client.send(request.GET().build(), BodyHandlers.ofString());

        assertThat(head.statusCode()).isEqualTo(get.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().allValues("Content-Type"))
                .isEqualTo(get.headers().allValues("Content-Type"));
    }

    @Test
    void saysWithoutACredentialWhichMethodsThereAre() {
        RawResponse answer = RawHttp.exchange(merchant.instance().service().url(), RawRequest.of("OPTIONS", ORDERS));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("Allow").orElseThrow().split(", "))
                .containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "POST");
    }

    @Test
    void refusesAnUnreadableBudgetWhereverItIsSent() {
        for (String path : new String[] {ORDERS, ORDERS + "/01JDYZ0F6T7V8W9X0Y1Z2A3B4C", ORDERS + "/export"}) {
            assertThatAnswer(merchant.send(merchant.request("GET", path).header("X-Request-Timeout-Ms", "soon")))
                    .isProblem(400, "malformed-request");
        }
    }

    /** For the path of one order, an order. */
    private String lastId(String path) {
        return path.endsWith("/") ? id(merchant.post(ORDERS, ORDER)) : "";
    }

    private long orders() {
        return merchant.instance()
                .database()
                .count("SELECT count(*) FROM orders WHERE tenant_id = ?", merchant.tenant());
    }

    private Map<String, Object> stored(String columns, String id) {
        return merchant.instance()
                .database()
                .query("SELECT " + columns + " FROM orders WHERE tenant_id = ? AND order_id = ?", merchant.tenant(), id)
                .get(0);
    }

    private static String id(RawResponse answer) {
        return Merchant.json(answer).getString("order_id");
    }
}
