package io.oncegate.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** An instance with room for few, whose PostgreSQL takes as long for an order as a test wants. */
record CrowdedInstance(Instance instance) implements AutoCloseable {
    static final int PERMITS = 10;

    /** Of one tenant; there is room for two. */
    static final int QUEUE = 20;

    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration POLL = Duration.ofMillis(20);
    static final String ORDER = "{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}";

    static CrowdedInstance start() {
        var database = TestServers.shared().freshDatabase();
        var launch = ServiceLaunch.on(database)
                .with("ONCEGATE_OVERLOAD_PERMITS_FLOOR", String.valueOf(PERMITS))
                .with("ONCEGATE_OVERLOAD_PERMITS_CEILING", String.valueOf(PERMITS))
                .with("ONCEGATE_OVERLOAD_QUEUE_CRITICAL", String.valueOf(2 * QUEUE))
                .with("ONCEGATE_OVERLOAD_QUEUE_NORMAL", String.valueOf(2 * QUEUE))
                .with("ONCEGATE_OVERLOAD_QUEUE_LOW", String.valueOf(2 * QUEUE))
                .with("ONCEGATE_OVERLOAD_QUEUE_PER_TENANT", String.valueOf(QUEUE))
                .with("ONCEGATE_DB_STATEMENT_TIMEOUT", "10s")
                .with("ONCEGATE_DB_REPLY_TIMEOUT", "11s")
                .with("ONCEGATE_RATE_LIMIT_TIMEOUT", "1s")
                .with("ONCEGATE_RATE_LIMIT_BREAKER_CALLS", "1000000")
                .with("ONCEGATE_IDEMPOTENCY_CACHE_BYTES", "0")
                .with("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1h");
        for (var plan : List.of("", "_PLANS_FREE")) {
            var unused = launch.with("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT" + plan + "_CAPACITY", "1000")
                    .with("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT" + plan + "_REFILL", "1/d");
        }
        var crowded = new CrowdedInstance(new Instance(
                database,
                launch.with("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT_PLANS_FREE_CAPACITY", "5")
                        .start()));
        crowded.prepareToBeSlow();
        return crowded;
    }

    /** Orders take as long as a table says. */
    private void prepareToBeSlow() {
        instance.database().execute("CREATE TABLE slowness (seconds double precision)");
        instance.database().execute("INSERT INTO slowness VALUES (0)");
        instance.database().execute("""
                CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM pg_sleep(seconds) FROM slowness;
                    RETURN new;
                END $$""");
        instance.database()
                .execute("CREATE TRIGGER take_long BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION take_long()");
    }

    /** So long does PostgreSQL take for each order from now on. */
    void ordersTake(Duration time) {
        instance.database().execute("UPDATE slowness SET seconds = ?", time.toMillis() / 1000.0);
    }

    /** A merchant whose credential the instance has seen. */
    Merchant merchant() {
        var merchant = instance.newMerchant();
        assertThat(merchant.get("/v1/limits").status()).isEqualTo(200);
        return merchant;
    }

    /** An order of somebody who waits for as long as it takes. */
    static RawRequest order(Merchant merchant) {
        return order(merchant, Duration.ofSeconds(60));
    }

    static RawRequest order(Merchant merchant, Duration budget) {
        return merchant.request("POST", "/v1/orders")
                .header("Idempotency-Key", Merchant.newKey())
                .header("X-Request-Timeout-Ms", String.valueOf(budget.toMillis()))
                .header("Content-Type", "application/json");
    }

    /** Orders of somebody else, which have all permits for so long. */
    List<RawHttp> occupied(Duration time) {
        var somebody = merchant();
        ordersTake(time);
        var connections = send(PERMITS, () -> order(somebody).body(ORDER));
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> inFlight() == PERMITS);
        return connections;
    }

    /** So many requests, each on a connection of its own, none of which is waited for. */
    List<RawHttp> send(int number, Supplier<RawRequest> request) {
        var connections = new ArrayList<RawHttp>();
        for (var each = 0; each < number; each++) {
            connections.add(RawHttp.connect(instance.service().url()).send(request.get()));
        }
        return connections;
    }

    static List<RawResponse> receive(List<RawHttp> connections) {
        var answers = connections.stream().map(RawHttp::receive).toList();
        connections.forEach(RawHttp::close);
        return answers;
    }

    double inFlight() {
        return meter("oncegate_overload_inflight");
    }

    double depth(ServiceClass serviceClass) {
        return meter("oncegate_overload_queue_depth{class=\"%s\""
                .formatted(serviceClass.name().toLowerCase(Locale.ROOT)));
    }

    /** By the names that operators know. */
    enum ServiceClass {
        CRITICAL,
        NORMAL,
        LOW
    }

    /** The sum of all series that begin so. */
    double meter(String beginning, String... parts) {
        return RawHttp.exchange(instance.service().managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text()
                .lines()
                .filter(line -> line.startsWith(beginning) && Stream.of(parts).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** What is left of a merchant's own limit. */
    static long remaining(Merchant merchant) {
        return Merchant.json(merchant.get("/v1/limits")).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .filter(item -> item.getString("policy").equals("client"))
                .findFirst()
                .orElseThrow()
                .getLong("remaining");
    }

    RawResponse operator(String method, String target, String body) {
        return RawHttp.exchange(
                instance.service().url(),
                RawRequest.of(method, target)
                        .header("X-Api-Key", ServiceLaunch.OPERATOR_KEY)
                        .header("Content-Type", "application/json")
                        .body(body));
    }

    static String slug(RawResponse problem) {
        return Merchant.json(problem).getString("type").replaceFirst(".*/", "");
    }

    void awaitQuiet() {
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> inFlight() == 0);
        for (var each : ServiceClass.values()) {
            assertThat(depth(each)).isZero();
        }
    }

    @Override
    public void close() {
        instance.service().close();
    }
}
