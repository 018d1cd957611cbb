package io.oncegate.ratelimit;

import static io.oncegate.ratelimit.FixedPolicies.limit;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.caller.Caller;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.caller.TestCallers;
import io.oncegate.caller.address.TestAddresses;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.ratelimit.decision.DecisionRecorder;
import io.oncegate.ratelimit.decision.TestRecorders;
import io.oncegate.ratelimit.headers.TestAnswers;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limiter.Limiter;
import io.oncegate.ratelimit.limiter.LimiterOn;
import io.oncegate.ratelimit.limiter.Ruling;
import io.oncegate.ratelimit.local.InstanceBucketsAt;
import io.oncegate.request.Routes;
import io.oncegate.request.TestFilters;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.quarkus.vertx.http.runtime.filters.Filter;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A shop whose bucket, of one token a second, was just found empty. What goes the normal way is answered with 200. */
class KnownRefusalsTest {
    private static final String PAGE = "https://shop.example";
    private static final String SHOP = "shop's";
    private static final String REPLAYED = "replayed";
    private static final Caller CALLER = new Caller("acme", "shop", Plan.FREE, Scope.USUAL);
    private static final Route ORDER = Route.of("POST /v1/orders");

    private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FixedPolicies policies = new FixedPolicies()
            .with("address", Level.IP, limit(3, 1), Mode.ENFORCE)
            .withShared("client", Level.CLIENT, limit(10, 1));
    private final EmptyBuckets store = new EmptyBuckets();
    private final Limiter limiter = LimiterOn.store(store, nanos::get);
    private final TestCallers callers = new TestCallers();
    private final Routes routes = TestFilters.routes(Shop.RESOURCES);
    private final Charges charges = new Charges(policies, routes);

    private Optional<Problem> shed = Optional.empty();
    private Vertx vertx;
    private URI server;

    @BeforeEach
    void serve() throws Exception {
        callers.known(SHOP, CALLER);
        vertx = Vertx.vertx();
        var filters = TestFilters.first(PAGE);
        DecisionRecorder recorder = TestRecorders.on(meters);
        new AddressValve(
                        new AddressLimits(policies, InstanceBucketsAt.time(nanos::get)),
                        routes,
                        TestAddresses.trusting("127.0.0.1"),
                        recorder,
                        TestAnswers.refusing())
                .register(filters);
        var limits = new RateLimits(
                charges,
                limiter,
                (caller, method, path, headers) -> headers.contains("Idempotency-Key", REPLAYED, false),
                new Telling(recorder, TestAnswers.headers(), TestAnswers.refusals()));
        new KnownRefusals(
                        new KnownRequests(routes, callers.callers()),
                        (caller, method, path, headers) -> shed,
                        limits,
                        recorder,
                        TestAnswers.refusing())
                .register(filters);
        var router = Router.router(vertx);
        filters.getFilters().stream()
                .sorted(Comparator.comparingInt(Filter::getPriority).reversed())
                .forEach(filter -> router.route().handler(filter.getHandler()));
        router.route().handler(http -> http.response().end());
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

    /** As {@link RateLimitFilter} would have, of a request before. */
    private void deny() {
        Ruling ruling = limiter.take(charges.atTheDoor(CALLER, ORDER), Duration.ofSeconds(1))
                .await()
                .indefinitely();
        assertThat(ruling.allows()).isFalse();
    }

    @Test
    void refusesWhatIsKnownToBeRefused() {
        deny();
        nanos.addAndGet(Duration.ofMillis(400).toNanos());

        RawResponse refused = send(order());

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers("Content-Type")).containsExactly("application/problem+json");
        assertThat(refused.headers("Retry-After")).containsExactly("1");
        assertThat(refused.headers("RateLimit")).containsExactly("limit=10, remaining=0, reset=1");
        assertThat(refused.headers("RateLimit-Policy")).containsExactly("10;w=10");
        assertThat(refused.headers("X-RateLimit-Remaining")).containsExactly("0");
        assertThat(refused.headers("Cache-Control")).containsExactly("no-store");
        JsonObject problem = new JsonObject(refused.text());
        assertThat(problem.getString("type")).isEqualTo("/problems/rate-limited");
        assertThat(problem.getLong("retry_after_ms")).isEqualTo(600);
        assertThat(problem.getJsonArray("violated-policies")).isEqualTo(JsonArray.of("client"));
        assertThat(problem.getString("instance"))
                .isEqualTo(refused.header("X-Request-Id").orElseThrow());
        assertThat(store.asked).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/orders/1, Content-Type: text/plain",
        "GET, /v1/orders/export?after=%2F, Accept: */*",
        "GET, /v1/orders/export, Accept: application/x-ndjson",
        "POST, /v1/orders, Accept: application/json",
        "POST, /v1/orders, Idempotency-Key: another",
    })
    void refusesAtEveryDoorOfTheCaller(String method, String target, String line) {
        deny();

        assertThat(send(with(RawRequest.of(method, target), line)).status()).isEqualTo(429);
    }

    @Test
    void takesABearerTokenToo() {
        deny();

        assertThat(RawHttp.exchange(
                                server, RawRequest.of("GET", "/v1/orders/1").header("Authorization", "Bearer shop's"))
                        .status())
                .isEqualTo(429);
    }

    @Test
    void countsEachRefusalOnce() {
        deny();
        for (int i = 0; i < 5; i++) {
            assertThat(send(order()).status()).isEqualTo(429);
        }

        assertThat(meters.get("oncegate.ratelimit.decisions")
                        .tags("policy", "client", "route", "POST /v1/orders", "decision", "deny", "source", "cache")
                        .counter()
                        .count())
                .isEqualTo(5);
    }

    @Test
    void givesTheAddressItsChargeBack() {
        deny();
        for (int i = 0; i < 10; i++) {
            assertThat(send(order()).headers("RateLimit")).containsExactly("limit=10, remaining=0, reset=1");
        }

        for (int i = 0; i < 3; i++) {
            assertThat(send(RawRequest.of("GET", "/v1/open")).status()).isEqualTo(200);
        }
        assertThat(send(RawRequest.of("GET", "/v1/open")).status()).isEqualTo(429);
    }

    @Test
    void tellsAPageThatItWasRefused() {
        deny();

        RawResponse refused = send(order().header("Origin", PAGE));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(refused.header("Access-Control-Expose-Headers").orElseThrow())
                .contains("Retry-After", "RateLimit", "X-RateLimit-Reset");
    }

    @Test
    void anAnswerLeavesNothingOfABodyInTheWay() {
        deny();
        try (var connection = RawHttp.connect(server)) {
            for (int i = 0; i < 5; i++) {
                assertThat(connection
                                .send(order().header("X-Api-Key", SHOP).body("x".repeat(10_000)))
                                .receive()
                                .status())
                        .isEqualTo(429);
            }
        }
    }

    @Test
    void aCrowdComesBeforeTheLimits() {
        deny();
        shed = Optional.of(Problem.of(ProblemType.OVERLOADED, "A crowd.").withRetryAfter(Duration.ofSeconds(2)));

        RawResponse refused = send(order());

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.headers("Content-Type")).containsExactly("application/problem+json");
        assertThat(refused.headers("Retry-After")).containsExactly("2");
        assertThat(refused.headers("RateLimit")).isEmpty();
        assertThat(meters.find("oncegate.ratelimit.decisions")
                        .tag("policy", "client")
                        .counter())
                .isNull();
    }

    @Test
    void whoWasNotRefusedGoesTheNormalWay() {
        assertThat(send(order()).status()).isEqualTo(200);
        assertThat(store.asked).isZero();
    }

    @Test
    void whoseWaitIsOverGoesTheNormalWay() {
        deny();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(send(order()).status()).isEqualTo(200);
    }

    @Test
    void whoseLimitWasChangedGoesTheNormalWay() {
        deny();
        policies.withShared("client", Level.CLIENT, limit(11, 1));

        assertThat(send(order()).status()).isEqualTo(200);
    }

    @Test
    void aKnownReplayGoesTheNormalWay() {
        deny();

        assertThat(send(order().header("Idempotency-Key", REPLAYED)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "HEAD, /v1/orders/1",
        "OPTIONS, /v1/orders",
        "DELETE, /v1/orders",
        "GET, /v1/orders",
        "GET, /v1/orders/limits",
        "GET, /v1/open",
        "GET, /v1",
        "GET, /v1/orders/1/2",
        "GET, /admin/v1/tenants",
        "PUT, /v1/shelves",
        "POST, /v1/shelves",
        "GET, /v1/shelves",
        "POST, //v1/orders",
        "POST, /v1/orders/",
        "POST, /v1/orders;a=b",
        "POST, /v1/%6Frders",
        "POST, /v1/x/../orders",
        "GET, /v1/orders/./1",
    })
    void whatMayBeAnsweredInAnotherWayGoesTheNormalWay(String method, String target) {
        deny();

        // An answer to HEAD ends with its connection for a client that does not know that it has no body.
        assertThat(send(RawRequest.of(method, target).header("Connection", "close"))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Api-Key: shop's",
                "Authorization: Bearer shop's",
                "Authorization: Basic c2hvcA==",
                "X-Request-Timeout-Ms: 0",
                "X-Request-Timeout-Ms: 1000",
                "Accept: text/html",
                "Accept: text/html, */*",
                "Accept: x",
            })
    void whatAHeaderMayHaveRefusedBeforeGoesTheNormalWay(String line) {
        deny();

        assertThat(send(with(order(), line)).status()).isEqualTo(200);
    }

    @Test
    void whoMayBeRefusedForAnotherReasonGoesTheNormalWay() {
        callers.known("reader's", new Caller("acme", "shop", Plan.FREE, Set.of(Scope.ORDERS_READ)));
        callers.suspended("suspended", CALLER);
        callers.unknown("not asked for yet", CALLER);
        deny();

        for (String key : List.of("reader's", "suspended", "not asked for yet", "nobody's")) {
            policies.with("address", Level.IP, limit(100, 1), Mode.ENFORCE);
            assertThat(RawHttp.exchange(
                                    server, RawRequest.of("POST", "/v1/orders").header("X-Api-Key", key))
                            .status())
                    .as(key)
                    .isEqualTo(200);
        }
        assertThat(RawHttp.exchange(server, RawRequest.of("POST", "/v1/orders")).status())
                .isEqualTo(200);
    }

    private static RawRequest order() {
        return RawRequest.of("POST", "/v1/orders");
    }

    private static RawRequest with(RawRequest request, String line) {
        int colon = line.indexOf(':');
        return request.header(line.substring(0, colon), line.substring(colon + 2));
    }

    private RawResponse send(RawRequest request) {
        return RawHttp.exchange(server, request.header("X-Api-Key", SHOP));
    }
}
