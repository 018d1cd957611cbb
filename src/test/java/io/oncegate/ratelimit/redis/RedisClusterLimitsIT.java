package io.oncegate.ratelimit.redis;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.RedisCluster;
import io.oncegate.testsupport.RedisNode;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service on a real Redis Cluster, which has a slot moved under load. */
@Tag("external")
class RedisClusterLimitsIT {
    private static final String READ = "/v1/orders?limit=1";
    private static final int CAPACITY = 100_000;
    private static final int FEW = 7;
    private static final int CALLERS = 4;

    private static final List<String> TENANTS =
            List.of("a:b", "a}b", "{x}", "{}", "127.0.0.1", "~", "a{b}c", "x".repeat(63) + "1", "x".repeat(63) + "2");

    @TempDir
    private static Path folder;

    private static RedisCluster cluster;
    private static Instance instance;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(folder);
        var database = TestServers.shared().freshDatabase();
        instance = new Instance(database, launch(ServiceLaunch.on(database)).start());
    }

    private static ServiceLaunch launch(ServiceLaunch launch) {
        return launch.with("ONCEGATE_REDIS_URL", cluster.urls())
                .with("ONCEGATE_REDIS_MODE", "cluster")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT_CAPACITY", String.valueOf(CAPACITY))
                .with("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT_REFILL", "1/1000s")
                // A bucket that is full again at once would leave no key to be moved.
                .with("ONCEGATE_RATE_LIMIT_POLICIES_TENANT_REFILL", "1/1000s")
                .withProperty("oncegate.rate-limit.timeout", "1s")
                .withProperty("oncegate.rate-limit.breaker-slow", "1s");
    }

    @AfterAll
    static void stop() {
        if (instance != null) {
            instance.service().close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void tenantsOfEveryShapeAreCountedExactlyOnWhicheverNode() {
        for (var tenant : TENANTS) {
            // Given
            var merchant = tenant(tenant);
            limit(tenant, FEW);
            await().atMost(Duration.ofSeconds(10)).until(() -> item(merchant).getLong("capacity") == FEW);

            // When
            var answers = Stream.generate(() -> merchant.get(READ).status())
                    .limit(FEW + 3)
                    .toList();

            // Then
            assertThat(answers.subList(0, FEW)).as(tenant).containsOnly(200);
            assertThat(answers.subList(FEW, FEW + 3)).as(tenant).containsOnly(429);
            assertThat(item(merchant).getString("source")).as(tenant).isEqualTo("redis");
        }
        assertThat(cluster.nodes())
                .as("nodes with buckets")
                .filteredOn(node -> !node.ask("KEYS", "rl:*").isEmpty())
                .hasSizeGreaterThan(1);
        assertNoneWasRefused();
    }

    /** A node that has never seen the script, and one that has forgotten it, are told it by the call itself. */
    @Test
    void nodesThatForgetTheScriptFailNobody() {
        var merchant = instance.newMerchant();

        for (var round = 0; round < 10; round++) {
            cluster.nodes().forEach(node -> node.ask("SCRIPT", "FLUSH"));
            assertThatAnswer(merchant.get(READ)).isJson(200);
        }

        assertThat(item(merchant).getLong("remaining")).isEqualTo(CAPACITY - 10);
        assertNoneWasRefused();
    }

    @Test
    void aSlotThatMovesUnderLoadFailsNobodyAndLosesNothingThatRedisDecided() throws Exception {
        // Given
        var merchant = instance.newMerchant();
        assertThatAnswer(merchant.get(READ)).isJson(200);
        var slot = cluster.slotOf("rl:{" + merchant.tenant() + "}:");
        var source = cluster.ownerOf(slot);
        var keys = keysOf(source, slot);
        assertThat(keys).as("the client's and the tenant's bucket").isEqualTo(2);
        var stop = new AtomicBoolean();
        var passed = new AtomicInteger(1);
        var threads = Executors.newFixedThreadPool(CALLERS);
        try {
            var load = load(threads, merchant, stop, passed);

            // When
            awaitMore(passed, 50);
            var move = cluster.beginMove(slot);
            awaitMore(passed, 50);
            assertThat(move.moveKeys(1)).isEqualTo(1);
            awaitMore(passed, 10);
            assertThat(move.moveKeys(1)).isEqualTo(1);
            awaitMore(passed, 50);
            move.finish();
            awaitMore(passed, 50);
            stop.set(true);

            // Then
            for (var end : load) {
                assertThat(end.get()).isTrue();
            }
            assertThat(cluster.ownerOf(slot)).isSameAs(move.target()).isNotSameAs(source);
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
        assertThatAllWasCounted(merchant, passed.get());
    }

    /**
     * While a part of the slot's keys is on either side Redis decides nothing; who is not answered in time is decided
     * for by the instance, and what it counted is known.
     */
    private static void assertThatAllWasCounted(Merchant merchant, int passed) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(item(merchant).getString("source")).isEqualTo("redis"));
        var charged = CAPACITY - item(merchant).getLong("remaining");
        var without = counted("oncegate_ratelimit_decisions_total", "policy=\"client\"", "source=\"local\"");
        assertThat(charged).isBetween(passed - (long) without, (long) passed);
        assertNoneWasRefused();
    }

    private static List<Future<Boolean>> load(
            ExecutorService threads, Merchant merchant, AtomicBoolean stop, AtomicInteger passed) {
        Callable<Boolean> caller = () -> {
            while (!stop.get()) {
                assertThatAnswer(merchant.get(READ)).isJson(200);
                passed.incrementAndGet();
            }
            return true;
        };
        var load = new ArrayList<Future<Boolean>>();
        for (var index = 0; index < CALLERS; index++) {
            load.add(threads.submit(caller));
        }
        return load;
    }

    private static void awaitMore(AtomicInteger passed, int more) {
        var goal = passed.get() + more;
        await().atMost(Duration.ofSeconds(60)).until(() -> passed.get() >= goal);
    }

    private static long keysOf(RedisNode node, int slot) {
        return Long.parseLong(node.ask("CLUSTER", "COUNTKEYSINSLOT", String.valueOf(slot)));
    }

    /** An error that Redis answered, such as CROSSSLOT. */
    private static void assertNoneWasRefused() {
        assertThat(counted("oncegate_ratelimit_store_failures_total", "reason=\"refused\""))
                .isZero();
    }

    private static double counted(String... parts) {
        return metrics()
                .lines()
                .filter(line -> Stream.of(parts).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static String metrics() {
        return RawHttp.exchange(service().managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text();
    }

    private static ServiceProcess service() {
        return instance.service();
    }

    private static JsonObject item(Merchant merchant) {
        return Merchant.json(merchant.get("/v1/limits")).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .filter(item -> item.getString("policy").equals("client"))
                .findFirst()
                .orElseThrow();
    }

    private static Merchant tenant(String name) {
        assertThat(operator("POST", "/admin/v1/tenants", JsonObject.of("tenant_id", name, "plan", "standard"))
                        .status())
                .isEqualTo(201);
        var issued = operator("POST", path(name) + "/api-keys", JsonObject.of("name", "test"));
        return new Merchant(instance, name, new JsonObject(issued.text()).getString("api_key"));
    }

    private static void limit(String tenant, int capacity) {
        assertThat(operator(
                                "PUT",
                                path(tenant) + "/limits/client",
                                JsonObject.of("capacity", capacity, "refill", "1/1000s"))
                        .status())
                .isEqualTo(200);
    }

    private static String path(String tenant) {
        return "/admin/v1/tenants/" + URLEncoder.encode(tenant, StandardCharsets.UTF_8);
    }

    private static RawResponse operator(String method, String target, JsonObject body) {
        return RawHttp.exchange(
                service().url(),
                RawRequest.of(method, target)
                        .header("X-Api-Key", ServiceLaunch.OPERATOR_KEY)
                        .header("Content-Type", "application/json")
                        .body(body.encode()));
    }
}
