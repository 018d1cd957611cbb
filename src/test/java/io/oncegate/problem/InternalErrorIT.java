package io.oncegate.problem;

import static io.oncegate.problem.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** A fault of ours, made by taking a table away from the packaged service. */
class InternalErrorIT {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @Test
    void isToldWithoutItsCauseAndLoggedWithTheIdsOfTheRequest() throws NoSuchAlgorithmException {
        Instance instance = Instance.with("ONCEGATE_DRAIN_DELAY", "0s");
        try (ServiceProcess service = instance.service()) {
            // Given
            Merchant merchant = instance.newMerchant();
            String key = Merchant.newKey();
            instance.database().execute("ALTER TABLE orders RENAME TO taken_away");

            // When
            RawResponse answer = merchant.send(merchant.request("POST", "/v1/orders")
                    .header("Idempotency-Key", key)
                    .header("Content-Type", "application/json")
                    .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01")
                    .body("{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}"));
            JsonObject line = service.log()
                    .awaitLine(each -> each.contains("a request failed unexpectedly"), Duration.ofSeconds(5))
                    .map(JsonObject::new)
                    .orElseThrow();

            // Then
            assertProblem(answer, 500, "internal");
            assertThat(answer.text()).doesNotContain("orders", "relation", "42P01");
            assertThat(line.getString("level")).isEqualTo("ERROR");
            assertThat(line.getJsonObject("mdc").getMap())
                    .containsEntry("requestId", answer.header("X-Request-Id").orElseThrow())
                    .containsEntry("traceId", TRACE)
                    .containsEntry("idempotencyKey", firstDigits(key));
            assertThat(service.log().lines()).noneMatch(each -> each.contains(key));
        }
    }

    private static String firstDigits(String key) throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(hash).substring(0, 16);
    }
}
