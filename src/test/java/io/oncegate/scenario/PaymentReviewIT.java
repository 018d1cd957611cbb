package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A payment that the provider tells otherwise than it was asked for is nobody's but the operator's. */
class PaymentReviewIT {
    private static final PayingInstance INSTANCE = PayingInstance.shared();
    private static final Sandbox SANDBOX = Sandbox.shared();
    private static final Client OPERATOR = new Client(INSTANCE.service(), ServiceLaunch.OPERATOR_KEY);
    private static final String PAYMENTS = "/admin/v1/payments";

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(INSTANCE.service());
    }

    @ParameterizedTest
    @CsvSource({
        "stripe, mismatch_amount",
        "stripe, mismatch_currency",
        "yookassa, mismatch_amount",
        "yookassa, mismatch_currency",
        "tbank, mismatch_amount"
    })
    void anAnswerAboutOtherMoneyIsNeverPaidUntilTheOperatorHasLooked(String dialect, String verb) {
        // Given
        var purchase = Purchase.of(INSTANCE.tenant(dialect).client(), "sandbox:" + verb);
        assertThat(purchase.place().status()).isEqualTo(202);
        purchase.awaitStatus("payment_review");
        assertThat(purchase.place().status()).isEqualTo(202);

        // When
        var seen = inReview(purchase.orderId());
        var resolved = resolve(seen.getString("id"), "refunded");

        // Then
        assertThat(seen.getString("reason")).isEqualTo(verb);
        assertThat(seen.getString("external_id")).isNotBlank();
        assertThat(seen.getLong("amount")).isEqualTo(1999);
        assertThat(seen.getString("currency")).isEqualTo("RUB");
        assertThat(resolved.status()).as(resolved::text).isEqualTo(204);
        var told = purchase.place();
        assertThat(told.status()).as(told::text).isEqualTo(402);
        assertThat(Client.slug(told)).isEqualTo("payment-not-executed");
        var order = purchase.order();
        assertThat(order.getString("status")).isEqualTo("payment_failed");
        assertThat(order.getJsonObject("payment").getString("status")).isEqualTo("refunded");
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    private static JsonObject inReview(String orderId) {
        var target = PAYMENTS + "?status=review&limit=100";
        while (true) {
            var page = new JsonObject(OPERATOR.send(OPERATOR.get(target)).text());
            for (var item : page.getJsonArray("items")) {
                if (((JsonObject) item).getString("order_id").equals(orderId)) {
                    return (JsonObject) item;
                }
            }
            assertThat(page.getString("next_cursor"))
                    .as("another page may have order " + orderId)
                    .isNotNull();
            target = PAYMENTS + "?status=review&limit=100&cursor=" + page.getString("next_cursor");
        }
    }

    private static RawResponse resolve(String id, String outcome) {
        var verdict = new JsonObject().put("outcome", outcome).put("note", "given back at the provider");
        return OPERATOR.send(OPERATOR.post(PAYMENTS + "/" + id + "/resolve")
                .header("Content-Type", "application/json")
                .body(verdict.encode()));
    }
}
