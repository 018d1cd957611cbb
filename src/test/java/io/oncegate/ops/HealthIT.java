package io.oncegate.ops;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.Scrape;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the management port of the packaged service says, and what of it is kept from the public one. */
class HealthIT {

    private static final Duration LONGEST_NOTICE = Duration.ofSeconds(20);

    @Test
    void isAliveStartedAndReady() {
        ServiceProcess service = Instance.shared().service();

        assertThat(check(service, "live", "process").getString("status")).isEqualTo("UP");
        assertThat(check(service, "started", "migrated").getString("status")).isEqualTo("UP");
        assertThat(check(service, "ready", "service"))
                .isEqualTo(new JsonObject()
                        .put("name", "service")
                        .put("status", "UP")
                        .put(
                                "data",
                                new JsonObject()
                                        .put("storage", "ok")
                                        .put("limiter", "ok")
                                        .put("draining", false)));
    }

    @Test
    void staysReadyWithoutPostgresAndRecoversByItself() {
        Database database = TestServers.shared().freshDatabase();
        try (FaultProxy proxy = FaultProxy.to(database.host(), database.port());
                ServiceProcess service = ServiceLaunch.on(database.through(FaultProxy.host(), proxy.port()))
                        .start()) {
            // Given
            Merchant merchant = new Instance(database, service).newMerchant();
            assertThatAnswer(merchant.get("/v1/orders")).isJson(200);

            // When
            proxy.refuse();

            // Then
            assertThat(logged(service, "background work fails task=storage-watch"))
                    .isTrue();
            assertThat(storage(service)).isEqualTo("degraded");
            assertThat(Scrape.of(service).value("oncegate_storage_degraded")).isEqualTo(1);
            assertIsUp(service);
            RawResponse refused = merchant.get("/v1/orders");
            assertThatAnswer(refused).isProblem(503, "storage-unavailable");
            assertThat(refused.headers("Retry-After")).hasSize(1);

            // When
            proxy.pass();

            // Then
            await().atMost(LONGEST_NOTICE).until(() -> storage(service).equals("ok"));
            assertThat(Scrape.of(service).value("oncegate_storage_degraded")).isZero();
            assertThatAnswer(merchant.get("/v1/orders")).isJson(200);
            assertThat(logged(service, "background work succeeds again task=storage-watch"))
                    .isTrue();
        }
    }

    @Test
    void startsAndStaysReadyWithoutRedisAndRecoversByItself() {
        Database database = TestServers.shared().freshDatabase();
        URI redis = URI.create(TestServers.shared().redisUrl());
        try (FaultProxy proxy = FaultProxy.to(redis.getHost(), redis.getPort())) {
            proxy.refuse();
            try (ServiceProcess service = ServiceLaunch.on(database)
                    .with("ONCEGATE_REDIS_URL", "redis://%s:%d".formatted(FaultProxy.host(), proxy.port()))
                    .start()) {
                // Then
                Merchant merchant = new Instance(database, service).newMerchant();
                assertWithoutRedis(service, merchant);

                // When
                proxy.pass();

                // Then
                await().atMost(LONGEST_NOTICE).until(() -> limiter(service).equals("ok"));

                // When
                proxy.refuse();

                // Then
                await().atMost(LONGEST_NOTICE).until(() -> limiter(service).equals("degraded"));
                assertWithoutRedis(service, merchant);
            }
        }
    }

    private static void assertWithoutRedis(ServiceProcess service, Merchant merchant) {
        assertThat(limiter(service)).isEqualTo("degraded");
        assertThat(storage(service)).isEqualTo("ok");
        assertIsUp(service);
        assertThatAnswer(merchant.get("/v1/orders")).isJson(200);
    }

    @Test
    void whatACallerWritesIsNoLabel() {
        // Given
        Instance instance = Instance.shared();
        Merchant merchant = instance.newMerchant();

        // When
        for (String target : Set.of("/v1/orders/one", "/v1/%zz", "/v1/|", "/secret", "/v1/orders?cursor=secret")) {
            for (String method : Set.of("GET", "BREW", "OPTIONS")) {
                assertThat(merchant.send(merchant.request(method, target)).status())
                        .isLessThan(500);
            }
        }

        // Then
        String metrics = management(instance.service(), "/q/metrics").text();
        assertThat(labels(metrics, "method"))
                .isSubsetOf("GET", "HEAD", "POST", "OPTIONS", "DELETE", "OTHER", "PATCH", "PUT", "TRACE");
        assertThat(labels(metrics, "uri"))
                .contains("/v1/orders", "/v1/orders/{order_id}", "UNKNOWN", "NOT_FOUND")
                .noneMatch(uri -> uri.contains("secret") || uri.contains("one") || uri.contains("%"));
    }

    private static Set<String> labels(String metrics, String name) {
        return Arrays.stream(metrics.split("\n"))
                .filter(line -> line.startsWith("http_server_requests_seconds_count"))
                .flatMap(line ->
                        Pattern.compile(name + "=\"(.*?)\"").matcher(line).results())
                .map((MatchResult label) -> label.group(1))
                .collect(Collectors.toSet());
    }

    private static boolean logged(ServiceProcess service, String message) {
        return service.log()
                .awaitLine(line -> line.contains(message), LONGEST_NOTICE)
                .isPresent();
    }

    /** Whatever is away, neither a restart nor taking it out would help. */
    private static void assertIsUp(ServiceProcess service) {
        for (String kind : List.of("live", "started", "ready")) {
            assertThat(management(service, "/q/health/" + kind).status())
                    .as(kind)
                    .isEqualTo(200);
        }
    }

    private static String limiter(ServiceProcess service) {
        return check(service, "ready", "service").getJsonObject("data").getString("limiter");
    }

    private static String storage(ServiceProcess service) {
        return check(service, "ready", "service").getJsonObject("data").getString("storage");
    }

    private static JsonObject check(ServiceProcess service, String kind, String name) {
        JsonArray checks =
                new JsonObject(management(service, "/q/health/" + kind).text()).getJsonArray("checks");
        return checks.stream()
                .map(JsonObject.class::cast)
                .filter(check -> check.getString("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static RawResponse management(ServiceProcess service, String target) {
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", target));
    }
}
