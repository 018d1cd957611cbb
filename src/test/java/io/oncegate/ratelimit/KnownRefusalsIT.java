package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.TestServers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A caller cannot tell whether it was refused in front of JAX-RS or behind it. A request that names a time budget is never
 * refused in front.
 */
class KnownRefusalsIT {
    private static final String ORDERS = "/v1/orders";
    private static final String ORDER = "{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}";
    private static final String PAGE = "https://shop.example";
    private static final int REFUSED = 50;

    private static RedisProcess server;
    private static Instance instance;

    private final Merchant merchant = instance.newMerchant();

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
        var database = TestServers.shared().freshDatabase();
        instance = new Instance(
                database,
                LimitedLaunch.on(database)
                        .with("ONCEGATE_REDIS_URL", server.url())
                        .with("ONCEGATE_CORS_ORIGINS", PAGE)
                        .limit("client", 5, "1/d")
                        .limit("tenant", 100, "1/d")
                        .launch()
                        .start());
    }

    @AfterAll
    static void end() {
        instance.service().close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/orders?limit=1, Accept: */*",
        "GET, /v1/orders/01M8Q5JK3G2WK9ZW771759GS6H, Accept: application/json",
        "GET, /v1/orders/export, Origin: https://shop.example",
        "GET, /v1/orders/export, Origin: https://another.example",
        "POST, /v1/orders, Content-Type: text/plain",
        "POST, /v1/orders, Idempotency-Key: ",
        "POST, /v1/messages, Prefer: wait=1",
    })
    void bothRefusalsReadTheSame(String method, String target, String line) {
        // Given
        exhaust();
        Supplier<RawRequest> request = () -> merchant.request(method, target)
                .header(
                        line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).strip());

        // When
        var inFront = merchant.send(request.get());
        var behind = merchant.send(request.get().header("X-Request-Timeout-Ms", "5000"));

        // Then
        assertThat(inFront.status()).isEqualTo(429);
        assertThat(behind.status()).isEqualTo(429);
        assertThat(headers(inFront)).isEqualTo(headers(behind));
        assertThat(problem(inFront)).isEqualTo(problem(behind));
        assertThat(instanceOf(inFront))
                .isEqualTo(inFront.header("X-Request-Id").orElseThrow())
                .isNotEqualTo(instanceOf(behind));
    }

    @Test
    void whatIsRefusedBeforeLimitsAreAskedStaysSo() {
        exhaust();

        assertThat(merchant.send(merchant.request("GET", ORDERS).header("X-Api-Key", merchant.apiKey()))
                        .status())
                .isEqualTo(400);
        assertThat(merchant.send(merchant.request("GET", ORDERS).header("X-Request-Timeout-Ms", "soon"))
                        .status())
                .isEqualTo(400);
        assertThat(merchant.send(merchant.request("GET", ORDERS).header("Accept", "text/html"))
                        .status())
                .isEqualTo(406);
        assertThat(merchant.send(merchant.request("DELETE", ORDERS)).status()).isEqualTo(405);
        assertThat(merchant.get("/v1/nothing").status()).isEqualTo(404);
        assertThat(merchant.get("/v1/limits").status()).isEqualTo(200);
    }

    @Test
    void aReplayIsStillAnsweredWhenNothingElseIs() {
        var key = Merchant.newKey();
        var first = merchant.post(ORDERS, key, ORDER);
        exhaust();

        assertThatAnswer(merchant.post(ORDERS, key, ORDER)).isAReplayOf(first);
        assertThat(merchant.post(ORDERS, Merchant.newKey(), ORDER).status()).isEqualTo(429);
    }

    @Test
    void anUnreadBodyIsInNobodysWay() {
        // Given
        exhaust();
        var other = instance.newMerchant();

        try (var connection = RawHttp.connect(instance.service().url())) {
            for (var i = 0; i < 3; i++) {
                // When
                var refused = connection
                        .send(merchant.request("POST", ORDERS)
                                .header("Idempotency-Key", Merchant.newKey())
                                .header("Content-Type", "application/json")
                                .body("x".repeat(60_000)))
                        .receive();

                // Then
                assertThat(refused.status()).isEqualTo(429);
                assertThat(connection
                                .send(other.request("GET", ORDERS))
                                .receive()
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void everyRefusalIsCountedOnceAndUnderItsRoute() {
        // Given
        exhaust();
        var target = "/v1/orders/01M8Q5JK3G2WK9ZW771759GS6H";
        var decisions = decisions();
        var answers = answers();

        // When
        for (var i = 0; i < REFUSED; i++) {
            assertThat(merchant.get(target).status()).isEqualTo(429);
        }

        // Then
        assertThat(decisions() - decisions).isEqualTo(REFUSED);
        // The framework counts an answer once it has left.
        await().untilAsserted(() -> assertThat(answers() - answers).isEqualTo(REFUSED));
    }

    private static double decisions() {
        return Vitals.counted(
                instance.service(),
                "oncegate_ratelimit_decisions_total",
                "decision=\"deny\"",
                "policy=\"client\"",
                "route=\"GET /v1/orders/{order_id}\"");
    }

    private static double answers() {
        return Vitals.counted(
                instance.service(),
                "http_server_requests_seconds_count",
                "status=\"429\"",
                "uri=\"/v1/orders/{order_id}\"");
    }

    private void exhaust() {
        await().until(() -> merchant.get(ORDERS).status() == 429);
    }

    /** But for what is another one's each time; what counts down is told by its form. */
    private static Map<String, List<String>> headers(RawResponse answer) {
        Map<String, List<String>> headers = new TreeMap<>();
        for (var header : answer.headers()) {
            var name = header.getKey().toLowerCase(Locale.ROOT);
            headers.put(
                    name,
                    answer.headers(name).stream().map(KnownRefusalsIT::steady).toList());
        }
        headers.put("x-request-id", List.of());
        headers.put("x-ratelimit-reset", List.of());
        // It is as long as its members.
        headers.put("content-length", List.of());
        return headers;
    }

    private static String steady(String value) {
        return Pattern.compile("reset=\\d+").matcher(value).replaceAll("reset=n");
    }

    /** Its members in their order. */
    private static List<Map.Entry<String, Object>> problem(RawResponse answer) {
        var problem = Merchant.json(answer);
        var unused = problem.put("instance", "").put("retry_after_ms", problem.getLong("retry_after_ms") > 0);
        return List.copyOf(problem.getMap().entrySet());
    }

    private static String instanceOf(RawResponse answer) {
        return Merchant.json(answer).getString("instance");
    }
}
