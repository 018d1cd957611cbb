package io.oncegate.ratelimit;

import static io.oncegate.ratelimit.FixedPolicies.limit;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.caller.address.ClientAddresses;
import io.oncegate.caller.address.TestAddresses;
import io.oncegate.problem.ProblemException;
import io.oncegate.ratelimit.decision.DecisionRecorder;
import io.oncegate.ratelimit.decision.TestRecorders;
import io.oncegate.ratelimit.headers.TestAnswers;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limiter.LimiterOn;
import io.oncegate.ratelimit.local.InstanceBucketsAt;
import io.oncegate.request.Routes;
import io.oncegate.request.TestFilters;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.quarkus.vertx.http.runtime.filters.Filter;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.util.Comparator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three requests an address and four webhooks a source: the clock stands still. */
class SourceLimitsTest {
    private static final String SOMEBODY = "203.0.113.7";
    private static final String ANOTHER = "203.0.113.8";

    private final FixedPolicies policies = new FixedPolicies()
            .with("address", Level.IP, limit(3, 1), Mode.ENFORCE)
            .with("webhook-source", Level.WEBHOOK_SOURCE, limit(4, 1), Mode.ENFORCE)
            .with("elsewhere", Level.WEBHOOK_SOURCE, limit(1, 1), Mode.ENFORCE, "POST /v1/orders");
    private final ClientAddresses addresses = TestAddresses.trusting("127.0.0.1");

    private SourceLimits limits;
    private Vertx vertx;
    private URI server;

    @Path("/v1/webhooks/{account}")
    public static final class Webhooks {

        @POST
        public void receive() {}
    }

    @BeforeEach
    void serve() throws Exception {
        vertx = Vertx.vertx();
        Routes routes = TestFilters.routes(Webhooks.class);
        DecisionRecorder recorder = TestRecorders.on(new SimpleMeterRegistry());
        var valve = new AddressValve(
                new AddressLimits(policies, InstanceBucketsAt.time(() -> 0)),
                routes,
                addresses,
                recorder,
                TestAnswers.refusing());
        limits = new SourceLimits(
                policies,
                new RateLimits(
                        new Charges(policies, routes),
                        LimiterOn.store(new EmptyBuckets(), () -> 0),
                        (caller, method, path, headers) -> false,
                        new Telling(recorder, TestAnswers.headers(), TestAnswers.refusals())),
                valve);
        var filters = TestFilters.first("https://shop.example");
        valve.register(filters);
        var router = Router.router(vertx);
        filters.getFilters().stream()
                .sorted(Comparator.comparingInt(Filter::getPriority).reversed())
                .forEach(filter -> router.route().handler(filter.getHandler()));
        router.route().handler(this::receive);
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

    /** {@code /signed/<source>} has proven it, {@code /unsigned/<source>} has not. */
    private void receive(RoutingContext http) {
        String source = http.normalizedPath().replaceFirst(".*/", "");
        Uni<Void> entering = http.normalizedPath().startsWith("/signed/")
                ? limits.enter(http, source)
                : limits.enter(http, source, addresses.of(http.request()));
        entering.subscribe()
                .with(
                        in -> http.response().end(),
                        refused -> http.response()
                                .setStatusCode(
                                        ((ProblemException) refused).problem().status())
                                .end());
    }

    private RawResponse send(String address, String path) {
        return RawHttp.exchange(
                server,
                RawRequest.of("POST", path).header("X-Forwarded-For", address).header("Content-Length", "0"));
    }

    private void assertPasses(String address, String path, int times) {
        for (int time = 0; time < times; time++) {
            assertThat(send(address, path).status()).isEqualTo(200);
        }
    }

    @Test
    void aSourceThatHasProvenItPaysInThePlaceOfItsAddress() {
        assertPasses(SOMEBODY, "/signed/stripe", 4);

        RawResponse refused = send(SOMEBODY, "/signed/stripe");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers("RateLimit")).containsExactly("limit=4, remaining=0, reset=1");
        assertPasses(SOMEBODY, "/signed/tbank", 4);
    }

    @Test
    void itIsOneSourceWhereverItSendsFrom() {
        assertPasses(SOMEBODY, "/signed/stripe", 2);
        assertPasses(ANOTHER, "/signed/stripe", 2);

        assertThat(send(ANOTHER, "/signed/stripe").status()).isEqualTo(429);
    }

    @Test
    void whoeverProvesNothingPaysAtItsAddress() {
        assertPasses(SOMEBODY, "/unsigned/yookassa", 3);

        RawResponse refused = send(SOMEBODY, "/unsigned/yookassa");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers("RateLimit-Policy")).containsExactly("3;w=3");
    }

    @Test
    void whatOneAddressSendsTurnsNoOtherAway() {
        policies.with("address", Level.IP, limit(1000, 1), Mode.ENFORCE);
        assertPasses(SOMEBODY, "/unsigned/yookassa", 4);
        assertThat(send(SOMEBODY, "/unsigned/yookassa").status()).isEqualTo(429);

        assertPasses(ANOTHER, "/unsigned/yookassa", 4);
        assertPasses(SOMEBODY, "/unsigned/another", 4);
        assertPasses(SOMEBODY, "/signed/yookassa", 4);
    }
}
