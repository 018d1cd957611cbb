package io.oncegate.request;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorsIT {

    private static final String SHOP = "https://shop.example";

    private static Instance instance;

    private final Merchant merchant = instance.newMerchant();

    @BeforeAll
    static void start() {
        instance = Instance.with("ONCEGATE_CORS_ORIGINS", SHOP + ",http://localhost:3000");
    }

    @AfterAll
    static void stop() {
        instance.service().close();
    }

    @Test
    void aNamedOriginMayAskAnything() {
        RawResponse answer = preflight(merchant, SHOP);

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.headers("Access-Control-Allow-Origin")).containsExactly(SHOP);
        assertThat(names(answer, "Access-Control-Allow-Methods"))
                .containsExactlyInAnyOrder("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
        assertThat(names(answer, "Access-Control-Allow-Headers"))
                .containsExactlyInAnyOrder(
                        "Idempotency-Key",
                        "Prefer",
                        "X-Api-Key",
                        "Authorization",
                        "Content-Type",
                        "X-Request-Timeout-Ms",
                        "X-Priority");
        assertThat(answer.headers("Access-Control-Max-Age")).containsExactly("3600");
        assertThat(answer.headers("Access-Control-Allow-Credentials")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/orders, 200",
        "GET, /nope, 404",
        "PUT, /v1/orders, 405",
        "GET, /v1/%zz, 400",
        "POST, /v1/orders, 400",
    })
    void aNamedOriginMayReadEveryAnswer(String method, String target, int status) {
        RawResponse answer = merchant.send(
                merchant.request(method, target).header("Origin", SHOP).body(""));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.headers("Access-Control-Allow-Origin")).containsExactly(SHOP);
        assertThat(answer.headers("Vary")).anyMatch("origin"::equalsIgnoreCase);
        assertThat(names(answer, "Access-Control-Expose-Headers"))
                .containsExactlyInAnyOrder(
                        "Idempotent-Replayed",
                        "Location",
                        "Retry-After",
                        "RateLimit",
                        "RateLimit-Policy",
                        "X-RateLimit-Limit",
                        "X-RateLimit-Remaining",
                        "X-RateLimit-Reset",
                        "X-Request-Id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "https://shop.example.evil.example", "http://shop.example", "null", "*"})
    void anotherOriginIsServedAndToldNothing(String origin) {
        RawResponse answer = merchant.send(merchant.request("GET", "/v1/orders").header("Origin", origin));
        RawResponse preflight = preflight(merchant, origin);

        assertThatAnswer(answer).isJson(200);
        assertThat(answer.headers("Vary")).anyMatch("origin"::equalsIgnoreCase);
        assertThat(preflight.status()).isEqualTo(204);
        for (RawResponse each : List.of(answer, preflight)) {
            assertThat(each.headers())
                    .noneMatch(
                            header -> header.getKey().toLowerCase(Locale.ROOT).startsWith("access-control"));
        }
    }

    @Test
    void isOffUnlessOriginsAreNamed() {
        Merchant other = Instance.shared().newMerchant();

        RawResponse answer = other.send(other.request("GET", "/v1/orders").header("Origin", SHOP));

        assertThatAnswer(answer).isJson(200);
        assertThat(answer.headers())
                .noneMatch(header -> header.getKey().toLowerCase(Locale.ROOT).startsWith("access-control"));
        assertThat(preflight(other, SHOP).headers("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    private static RawResponse preflight(Merchant merchant, String origin) {
        return merchant.send(RawRequest.of("OPTIONS", "/v1/orders")
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type,idempotency-key,x-api-key"));
    }

    private static List<String> names(RawResponse answer, String header) {
        return List.of(answer.header(header).orElse("").split(", "));
    }
}
