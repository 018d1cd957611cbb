package io.oncegate.ops;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.Scrape;
import io.oncegate.testsupport.ServiceProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DrainingIT {

    private static final int STOPPED_BY_SIGTERM = 143;
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String BODY = "{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}";

    @Test
    void servesThenRefusesAndLetsRunningRequestsEnd() {
        Instance instance = Instance.with("ONCEGATE_DRAIN_DELAY", "4s");
        Merchant merchant = instance.newMerchant();
        try (ServiceProcess service = instance.service();
                RawHttp running = RawHttp.connect(service.url())) {
            // Given
            RawRequest order = merchant.request("POST", "/v1/orders")
                    .header("Idempotency-Key", Merchant.newKey())
                    .header("Content-Type", "application/json")
                    .body(BODY);
            int missing = 5;
            running.sendFirst(order.bytes().length - missing, order);

            // When
            CompletableFuture<Integer> exitCode = CompletableFuture.supplyAsync(service::stop);

            // Then
            await().atMost(SOON).until(() -> health(service, "ready") == 503);
            assertThat(Scrape.of(service).value("oncegate_draining")).isEqualTo(1);
            assertThat(health(service, "live")).isEqualTo(200);
            assertThat(health(service, "started")).isEqualTo(200);
            assertThatAnswer(merchant.get("/v1/orders")).isJson(200);

            // And then
            await().atMost(SOON).until(() -> merchant.get("/v1/orders").status() == 503);
            RawResponse refused = merchant.post("/v1/orders", BODY);
            assertThatAnswer(refused).isProblem(503, "draining");
            assertThat(health(service, "live")).isEqualTo(200);
            assertThat(health(service, "ready")).isEqualTo(503);
            assertThat(Merchant.json(refused).getBoolean("retryable")).isTrue();
            assertThat(Merchant.json(refused).getString("next_key")).isEqualTo("same");
            assertThat(refused.headers("Retry-After")).containsExactly("1");
            assertThat(refused.header("Connection"))
                    .hasValueSatisfying(value -> assertThat(value).isEqualToIgnoringCase("close"));

            // And at last
            running.send(BODY.substring(BODY.length() - missing).getBytes(StandardCharsets.US_ASCII));
            assertThatAnswer(running.receive()).isJson(201);
            assertThat(exitCode).succeedsWithin(SOON).isEqualTo(STOPPED_BY_SIGTERM);
            assertThat(instance.database().count("SELECT count(*) FROM orders")).isEqualTo(1);
        }
    }

    private static int health(ServiceProcess service, String kind) {
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/health/" + kind))
                .status();
    }
}
