package io.oncegate.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.ApiKey;
import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.TestServers;
import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who is refused costs next to nothing, however often he comes. */
class HammeringIT {

    private static final String ORDERS = "/v1/orders?limit=1";
    private static final long HAMMERED_MICROS = 5_000_000;
    private static final int INVALID = 100_000;
    private static final int CONNECTIONS = 16;

    /** So few that neither side waits for the other to read. */
    private static final int AHEAD = 50;

    private static RedisProcess server;
    private static RawRedis redis;
    private static Instance instance;

    private final Merchant merchant = instance.newMerchant();

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
        redis = server.connect();
        var database = TestServers.shared().freshDatabase();
        instance = new Instance(
                database,
                LimitedLaunch.on(database)
                        .with("ONCEGATE_REDIS_URL", server.url())
                        // Leases go on in the background, and here every call is counted.
                        .local("global")
                        .limit("client", 20, "1/d")
                        .limit("tenant", 100, "1/d")
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
    void aDeniedSubjectThatHammersReachesRedisOnceASecond() {
        // Given
        exhaust();
        var before = scripts();
        var began = StoredBuckets.micros(redis);
        var denied = 0;

        // When
        try (var connection = RawHttp.connect(instance.service().url())) {
            while (StoredBuckets.micros(redis) - began < HAMMERED_MICROS) {
                assertThat(connection
                                .send(merchant.request("GET", ORDERS))
                                .receive()
                                .status())
                        .isEqualTo(429);
                denied++;
            }
        }

        // Then
        var seconds = (StoredBuckets.micros(redis) - began) / 1_000_000;
        assertThat(scripts() - before).isBetween(1L, seconds + 2);
        assertThat(denied).isGreaterThan(100);
    }

    @Test
    void aDeniedSubjectThatHammersNeverReachesPostgres() throws SQLException {
        exhaust();

        try (var tables = LockedTables.of(instance.database());
                var connection = RawHttp.connect(instance.service().url())) {
            for (var i = 0; i < 200; i++) {
                assertThat(connection
                                .send(merchant.request("GET", ORDERS))
                                .receive()
                                .status())
                        .isEqualTo(429);
            }
            assertThat(tables.waiting()).isZero();
        }
    }

    @Test
    void oneDecisionOverAllSharedLevelsIsOneRoundTrip() {
        assertThat(merchant.get(ORDERS).status()).isEqualTo(200);
        var before = scripts();
        var buckets = StoredBuckets.of(merchant.tenant(), redis).size();

        assertThat(merchant.get("/v1/orders/export").status()).isEqualTo(200);

        assertThat(scripts() - before).isEqualTo(1);
        assertThat(buckets).isEqualTo(2);
        assertThat(StoredBuckets.of(merchant.tenant(), redis)).hasSize(3);
    }

    @Test
    void manyInvalidApiKeysLeaveNothingBehind() throws Exception {
        // Given
        exhaust();
        var keys = keys();
        var rows = rows();

        // When
        var threads = Executors.newFixedThreadPool(CONNECTIONS);
        List<Future<Integer>> refused = new ArrayList<>();
        for (var i = 0; i < CONNECTIONS; i++) {
            refused.add(threads.submit(() -> refused(INVALID / CONNECTIONS)));
        }
        var all = 0;
        for (var one : refused) {
            all += one.get();
        }
        threads.shutdown();

        // Then
        assertThat(all).isEqualTo(INVALID);
        assertThat(keys).isNotEmpty().containsAll(keys());
        assertThat(rows()).isEqualTo(rows);
    }

    /** How many of so many keys that nobody has were refused: half of them look as if the service had made them. */
    private static int refused(int count) {
        var random = new SecureRandom();
        var refused = 0;
        try (var connection = RawHttp.connect(instance.service().url())) {
            for (var sent = 0; sent < count; sent += AHEAD) {
                var ahead = new ByteArrayOutputStream();
                for (var i = 0; i < AHEAD; i++) {
                    var key = ApiKey.generate(random);
                    ahead.writeBytes(RawRequest.of("GET", ORDERS)
                            .header("X-Api-Key", i % 2 == 0 ? key : key.substring(1))
                            .bytes());
                }
                connection.send(ahead.toByteArray());
                for (var i = 0; i < AHEAD; i++) {
                    refused += connection.receive().status() == 401 ? 1 : 0;
                }
            }
        }
        return refused;
    }

    private void exhaust() {
        while (merchant.get(ORDERS).status() != 429) {
            assertThat(StoredBuckets.of(merchant.tenant(), redis)).isNotEmpty();
        }
    }

    /** Some go by themselves meanwhile: a full bucket needs no key. */
    private static List<Object> keys() {
        return List.copyOf((List<?>) redis.call("KEYS", "*"));
    }

    private static long scripts() {
        return redis.callsOf("evalsha") + redis.callsOf("eval");
    }

    /** Of each table. */
    private static Map<String, Long> rows() {
        return instance
                .database()
                .query("SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'")
                .stream()
                .map(table -> table.get("name").toString())
                .collect(Collectors.toMap(
                        name -> name, name -> instance.database().count("SELECT count(*) FROM " + name)));
    }
}
