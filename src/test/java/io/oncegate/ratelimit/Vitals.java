package io.oncegate.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** What an instance says of its limiter, to whoever runs it and to callers. */
final class Vitals {
    static final Duration LONGEST_NOTICE = Duration.ofSeconds(30);

    private Vitals() {}

    /** Returns when its health says this of the limiter; it is ready all the time. */
    static void awaitLimiter(ServiceProcess service, String state) {
        await().atMost(LONGEST_NOTICE)
                .untilAsserted(() -> assertThat(limiter(service)).isEqualTo(state));
    }

    /** {@code ok} or {@code degraded}. */
    static String limiter(ServiceProcess service) {
        var health = RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/health/ready"));
        assertThat(health.status()).as(health::text).isEqualTo(200);
        return new JsonObject(health.text())
                .getJsonArray("checks").stream()
                        .map(JsonObject.class::cast)
                        .filter(check -> check.getString("name").equals("service"))
                        .findFirst()
                        .orElseThrow()
                        .getJsonObject("data")
                        .getString("limiter");
    }

    /** The sum of all series whose name and labels contain each of {@code parts}. */
    static double counted(ServiceProcess service, String... parts) {
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .filter(line -> containsAll(line, parts))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static boolean containsAll(String line, String... parts) {
        for (var part : parts) {
            if (!line.contains(part)) {
                return false;
            }
        }
        return true;
    }

    /** A caller's limit as it reads it. */
    static JsonObject limit(Merchant merchant, String policy) {
        var answer = merchant.get("/v1/limits");
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
        return Merchant.json(answer).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .filter(item -> item.getString("policy").equals(policy))
                .findFirst()
                .orElseThrow();
    }
}
