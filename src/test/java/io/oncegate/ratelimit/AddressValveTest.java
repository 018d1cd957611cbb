package io.oncegate.ratelimit;

import static io.oncegate.ratelimit.FixedPolicies.limit;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.caller.address.TestAddresses;
import io.oncegate.ratelimit.decision.TestRecorders;
import io.oncegate.ratelimit.headers.TestAnswers;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.local.InstanceBucketsAt;
import io.oncegate.request.TestFilters;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.quarkus.vertx.http.runtime.filters.Filter;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.util.Comparator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three requests an address, and no more: the clock stands still. Behind the valve the target says what is answered. */
class AddressValveTest {

    private static final String SHOP = "https://shop.example";
    private static final String SOMEBODY = "203.0.113.7";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FixedPolicies policies = new FixedPolicies().with("address", Level.IP, limit(3, 2), Mode.ENFORCE);
    private final AddressValve valve = new AddressValve(
            new AddressLimits(policies, InstanceBucketsAt.time(() -> 0)),
            TestFilters.routes(Orders.class),
            TestAddresses.trusting("127.0.0.1"),
            TestRecorders.on(meters),
            TestAnswers.refusing());

    private Vertx vertx;
    private URI server;

    @Path("/v1/orders")
    public static final class Orders {

        @POST
        public void place() {}
    }

    @BeforeEach
    void serve() throws Exception {
        vertx = Vertx.vertx();
        Filters filters = TestFilters.first(SHOP);
        valve.register(filters);
        Router router = Router.router(vertx);
        filters.getFilters().stream()
                .sorted(Comparator.comparingInt(Filter::getPriority).reversed())
                .forEach(filter -> router.route().handler(filter.getHandler()));
        router.route().handler(this::answer);
        int port = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, SECONDS)
                .actualPort();
        server = URI.create("http://127.0.0.1:" + port);
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, SECONDS);
    }

    /** {@code /401} is answered with 401; {@code /back...} has its charge given back twice before. */
    private void answer(RoutingContext http) {
        String path = http.normalizedPath();
        if (path.startsWith("/back")) {
            valve.giveBack(http);
            valve.giveBack(http);
        }
        int status = path.matches("/\\d{3}") ? Integer.parseInt(path.substring(1)) : 200;
        http.response().setStatusCode(status).end();
    }

    @Test
    void refusesAnAddressThatAsksTooMuchAndNobodyElse() {
        for (int i = 0; i < 3; i++) {
            assertThat(get(SOMEBODY, "/anything/" + i).status()).isEqualTo(200);
        }
        RawResponse refused = get(SOMEBODY, "/anything");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers("Content-Type")).containsExactly("application/problem+json");
        assertThat(refused.headers("Retry-After")).containsExactly("1");
        assertThat(refused.headers("RateLimit")).containsExactly("limit=3, remaining=0, reset=1");
        assertThat(refused.headers("RateLimit-Policy")).containsExactly("3;w=2");
        assertThat(refused.headers("X-RateLimit-Remaining")).containsExactly("0");
        assertThat(refused.headers("Cache-Control")).containsExactly("no-store");
        JsonObject problem = new JsonObject(refused.text());
        assertThat(problem.getString("type")).isEqualTo("/problems/rate-limited");
        assertThat(problem.getLong("retry_after_ms")).isEqualTo(500);
        assertThat(problem.getJsonArray("violated-policies")).isEqualTo(JsonArray.of("address"));
        assertThat(problem.getString("instance"))
                .isEqualTo(refused.header("X-Request-Id").orElseThrow());
        assertThat(get("203.0.113.8", "/anything").status()).isEqualTo(200);
    }

    @Test
    void tellsAPageThatItWasRefused() {
        spend(SOMEBODY, 3);

        RawResponse refused = send(SOMEBODY, RawRequest.of("GET", "/").header("Origin", SHOP));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers("Access-Control-Allow-Origin")).containsExactly(SHOP);
        assertThat(refused.header("Access-Control-Expose-Headers").orElseThrow())
                .contains("Retry-After", "RateLimit", "X-RateLimit-Reset");
    }

    @ParameterizedTest
    @ValueSource(strings = {SHOP, "https://another.example"})
    void neverChargesAPreflight(String origin) {
        for (int i = 0; i < 10; i++) {
            RawRequest preflight = RawRequest.of("OPTIONS", "/v1/orders")
                    .header("Origin", origin)
                    .header("Access-Control-Request-Method", "POST");

            assertThat(send(SOMEBODY, preflight).status()).isEqualTo(204);
        }
        spend(SOMEBODY, 3);
    }

    @Test
    void chargesOptionsThatAreNoPreflight() {
        for (int i = 0; i < 3; i++) {
            assertThat(send(SOMEBODY, RawRequest.of("OPTIONS", "/")).status()).isEqualTo(200);
        }

        assertThat(send(SOMEBODY, RawRequest.of("OPTIONS", "/")).status()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 400, 401, 404, 405, 413, 415, 422, 503})
    void keepsTheChargeOfEveryOtherAnswer(int status) {
        for (int i = 0; i < 3; i++) {
            assertThat(get(SOMEBODY, "/" + status).status()).isEqualTo(status);
        }

        assertThat(get(SOMEBODY, "/" + status).status()).isEqualTo(429);
    }

    @Test
    void givesTheChargeBackWhenAnotherLimitRefuses() {
        for (int i = 0; i < 20; i++) {
            RawResponse refused = get(SOMEBODY, "/429");

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.headers("RateLimit")).isEmpty();
        }
        spend(SOMEBODY, 3);
    }

    @Test
    void givesAChargeBackOnce() {
        spend(SOMEBODY, 2);
        for (int i = 0; i < 5; i++) {
            assertThat(get(SOMEBODY, "/back").status()).isEqualTo(200);
        }
        spend(SOMEBODY, 1);

        assertThat(get(SOMEBODY, "/back").status()).isEqualTo(429);
    }

    @Test
    void countsWhatItDecides() {
        spend(SOMEBODY, 3);
        assertThat(get(SOMEBODY, "/").status()).isEqualTo(429);
        assertThat(get(SOMEBODY, "/").status()).isEqualTo(429);

        assertThat(decisions("allow")).isEqualTo(3);
        assertThat(decisions("deny")).isEqualTo(2);
        assertThat(meters.get("oncegate.ratelimit.limited.subjects").gauge().value())
                .isEqualTo(1);
    }

    @Test
    void letsAPolicyCountSomeRoutesOnly() {
        policies.with("address", Level.IP, limit(1, 1), Mode.ENFORCE, "POST /v1/orders");

        for (int i = 0; i < 3; i++) {
            assertThat(get(SOMEBODY, "/v1/orders").status()).isEqualTo(200);
            assertThat(send(SOMEBODY, RawRequest.of("POST", "/v1/other").body(""))
                            .status())
                    .isEqualTo(200);
        }
        assertThat(send(SOMEBODY, RawRequest.of("POST", "/v1/orders").body("")).status())
                .isEqualTo(200);
        assertThat(send(SOMEBODY, RawRequest.of("POST", "//v1/orders;a=b").body(""))
                        .status())
                .isEqualTo(429);
    }

    @Test
    void countsAllOfACustomersNetworkAsOne() {
        for (int i = 1; i <= 3; i++) {
            assertThat(get("[2001:db8:0:7::" + i + "]:4711", "/").status()).isEqualTo(200);
        }

        assertThat(get("2001:db8:0:7:ffff::9", "/").status()).isEqualTo(429);
        assertThat(get("2001:db8:0:8::1", "/").status()).isEqualTo(200);
    }

    private double decisions(String decision) {
        return meters.get("oncegate.ratelimit.decisions")
                .tags("policy", "address", "route", "any", "decision", decision, "source", "local", "mode", "enforce")
                .counter()
                .count();
    }

    private void spend(String address, int requests) {
        for (int i = 0; i < requests; i++) {
            assertThat(get(address, "/").status()).as("request %d", i).isEqualTo(200);
        }
    }

    private RawResponse get(String address, String target) {
        return send(address, RawRequest.of("GET", target));
    }

    /** From the address that a trusted proxy names. */
    private RawResponse send(String address, RawRequest request) {
        return RawHttp.exchange(server, request.header("X-Forwarded-For", "6.6.6.6, " + address));
    }
}
