package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The operator's own limit, {@code admin}: 100 at once and 50 a second as it ships, in process. */
class OperatorLimitIT {

    private static RedisProcess server;
    private static RawRedis redis;
    private static Instance instance;

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
        redis = server.connect();
        var database = TestServers.shared().freshDatabase();
        instance = new Instance(
                database,
                LimitedLaunch.on(database)
                        .with("ONCEGATE_REDIS_URL", server.url())
                        .local("global")
                        // Nothing comes back while the test lasts.
                        .limit("admin", 100, "1/d")
                        .launch()
                        .start());
    }

    @AfterAll
    static void end() {
        instance.service().close();
        redis.close();
        server.close();
    }

    @Test
    void limitsTheOperatorAndNeverAsksRedis() {
        // Given
        var merchant = instance.newMerchant();
        assertThat(merchant.get("/v1/orders").status()).isEqualTo(200);
        var scripts = scripts();
        var request = RawRequest.of("GET", "/admin/v1/profile").header("X-Api-Key", ServiceLaunch.OPERATOR_KEY);

        try (var connection = RawHttp.connect(instance.service().url())) {
            // When
            for (var left = 99; left >= 0; left--) {
                var answer = connection.send(request).receive();
                assertThatAnswer(answer).isJson(200);
                assertThat(ToldLimits.inDraft07(answer).remaining()).isEqualTo(left);
            }
            var denied = connection.send(request).receive();

            // Then
            assertThatAnswer(denied).isProblem(429, "rate-limited");
            assertThat(Merchant.json(denied).getJsonArray("violated-policies")).containsExactly("admin");
            assertThat(ToldLimits.inDraft07(denied).limit()).isEqualTo(100);
            assertThat(scripts()).isEqualTo(scripts);
            assertThat((Iterable<?>) redis.call("KEYS", "*admin*")).isEmpty();
        }
        assertThat(merchant.get("/v1/orders").status()).isEqualTo(200);
        assertThat(scripts()).isEqualTo(scripts + 1);
    }

    private static long scripts() {
        return redis.callsOf("evalsha") + redis.callsOf("eval");
    }
}
