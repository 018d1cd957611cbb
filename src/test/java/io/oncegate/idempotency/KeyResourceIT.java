package io.oncegate.idempotency;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyResourceIT {

    private static final String ORDER = """
            {"user_id": "user-17", "amount": 1999, "currency": "EUR"}""";
    private static final String MESSAGE = """
            {"to": "+4915123456789", "text": "Hello"}""";

    private final Merchant merchant = Instance.shared().newMerchant();
    private final String key = Merchant.newKey();

    @ParameterizedTest
    @ValueSource(strings = {"orders", "messages"})
    void knowsNothingOfAKeyThatWasNeverUsed(String operation) {
        assertThatAnswer(merchant.key(operation, key)).isProblem(404, "not-found");
    }

    @Test
    void tellsWhatBecameOfTheKeyOfAnOrder() {
        RawResponse placed = merchant.post("/v1/orders", key, ORDER);

        RawResponse answer = merchant.key("orders", key);

        JsonObject told = Merchant.json(answer);
        assertThatAnswer(answer).isJson(200);
        assertThat(told.fieldNames()).containsExactly("status", "http_status", "resource", "created_at", "expires_at");
        assertThat(told.getString("status")).isEqualTo("succeeded");
        assertThat(told.getInteger("http_status")).isEqualTo(201);
        assertThat(told.getString("resource"))
                .isEqualTo(placed.header("Location").orElseThrow());
        assertThat(Duration.between(told.getInstant("created_at"), told.getInstant("expires_at")))
                .isEqualTo(Duration.ofDays(7));
        assertThat(Duration.between(told.getInstant("created_at"), Instant.now())
                        .abs())
                .isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void tellsWhatBecameOfTheKeyOfAMessage() {
        RawResponse accepted = merchant.post("/v1/messages", key, MESSAGE);

        JsonObject told = Merchant.json(merchant.key("messages", key));

        assertThat(told.getString("status")).isEqualTo("succeeded");
        assertThat(told.getInteger("http_status")).isEqualTo(202);
        assertThat(told.getString("resource"))
                .isEqualTo(accepted.header("Location").orElseThrow());
        assertThat(Duration.between(told.getInstant("created_at"), told.getInstant("expires_at")))
                .isEqualTo(Duration.ofHours(24));
        assertThatAnswer(merchant.key("orders", key)).isProblem(404, "not-found");
    }

    @Test
    void readsAKeyQuotedOrNot() {
        assertThatAnswer(merchant.post("/v1/orders", key, ORDER)).isJson(201);

        assertThat(merchant.key("orders", '"' + key + '"').body())
                .isEqualTo(merchant.key("orders", key).body());
    }

    @Test
    void tellsOfADefiniteRefusalAndOfNoResource() {
        assertThatAnswer(merchant.post("/v1/orders", key, ORDER)).isJson(201);
        set(
                "status = 'failed_final', response_code = 402, response_headers = '{\"Content-Type\":\"application/problem+json\"}'");

        JsonObject told = Merchant.json(merchant.key("orders", key));

        assertThat(told.fieldNames()).containsExactly("status", "http_status", "created_at", "expires_at");
        assertThat(told.getString("status")).isEqualTo("failed_final");
        assertThat(told.getInteger("http_status")).isEqualTo(402);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 60, 1000, 3000",
        "10, 50, 10000, 12000",
        "45, 15, 13000, 15000",
        "600, 60, 30000, 30000",
        "90, -30, 1000, 1000"
    })
    void tellsOfARequestThatIsBeingExecutedWhenToAskAgain(int age, int lease, long least, long most) {
        assertThatAnswer(merchant.post("/v1/orders", key, ORDER)).isJson(201);
        set("status = 'in_progress', recovery_point = 'started', expires_at = NULL, response_code = NULL,"
                + " response_headers = NULL, response_body = NULL,"
                + " created_at = now() - interval '%d seconds', locked_until = now() + interval '%d seconds'"
                        .formatted(age, lease));

        RawResponse answer = merchant.key("orders", key);

        JsonObject told = Merchant.json(answer);
        assertThatAnswer(answer).isJson(200);
        assertThat(told.fieldNames()).containsExactly("status", "created_at", "retry_after_ms");
        assertThat(told.getString("status")).isEqualTo("in_progress");
        assertThat(told.getLong("retry_after_ms")).isBetween(least, most);
    }

    @Test
    void knowsNothingOfAKeyThatIsPastItsLife() {
        assertThatAnswer(merchant.post("/v1/orders", key, ORDER)).isJson(201);
        set("expires_at = now() - interval '1 millisecond'");

        assertThatAnswer(merchant.key("orders", key)).isProblem(404, "not-found");
    }

    @Test
    void keepsAKeyFromOtherPrincipalsAndOtherTenants() {
        assertThatAnswer(merchant.post("/v1/orders", key, ORDER)).isJson(201);

        assertThatAnswer(merchant.other("default").key("orders", key)).isJson(200);
        assertThatAnswer(merchant.other("backoffice").key("orders", key)).isProblem(404, "not-found");
        assertThatAnswer(Instance.shared().newMerchant().key("orders", key)).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "messages"})
    void asksForTheKey(String operation) {
        assertThatAnswer(merchant.get("/v1/idempotency-keys/" + operation)).isProblem(400, "idempotency-key-missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "a b", "a,b", "a;b", "a\\b", "a\"b", "\u00e9", "k;v=1"})
    void refusesWhatIsNoKey(String invalid) {
        assertThatAnswer(merchant.key("orders", invalid)).isProblem(400, "idempotency-key-invalid");
    }

    @Test
    void refusesTwoKeysEvenEqualOnes() {
        RawRequest twice = merchant.request("GET", "/v1/idempotency-keys/orders")
                .header("Idempotency-Key", key)
                .header("Idempotency-Key", key);

        assertThatAnswer(merchant.send(twice)).isProblem(400, "idempotency-key-invalid");
        assertThatAnswer(merchant.key("orders", "k".repeat(256))).isProblem(400, "idempotency-key-invalid");
        assertThatAnswer(merchant.key("orders", "k".repeat(255))).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/refunds", "/Orders", "/orders/1", "/%00", ""})
    void knowsNoOtherOperation(String operation) {
        assertThatAnswer(merchant.send(merchant.request("GET", "/v1/idempotency-keys" + operation)
                        .header("Idempotency-Key", key)))
                .isProblem(404, "not-found");
    }

    @Test
    void keepsTheKeyOutOfTheLogsAndOfTheAnswer() {
        assertThatAnswer(merchant.post("/v1/orders", key, ORDER)).isJson(201);

        assertThat(merchant.key("orders", key).text()).doesNotContain(key);
        assertThat(merchant.instance().service().log().lines()).noneMatch(line -> line.contains(key));
    }

    private void set(String columns) {
        merchant.instance()
                .database()
                .execute(
                        "UPDATE idempotency_keys SET " + columns + " WHERE tenant_id = ? AND key = ?",
                        merchant.tenant(),
                        key);
    }
}
