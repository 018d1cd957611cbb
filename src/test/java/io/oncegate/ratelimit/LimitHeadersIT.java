package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.TestServers;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every answer tells of the caller's limits, whatever it is, in the dialect that is set. */
class LimitHeadersIT {

    private static final String ORDER = "{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}";
    private static final String MESSAGE = "{\"to\":\"+4915123456789\",\"text\":\"t\"}";
    private static final String ORIGIN = "https://shop.example";
    private static final Duration SOON = Duration.ofSeconds(30);

    private static Instance draft07;
    private static Instance draft10;
    private static Instance mute;

    /** What is asked, and how it is answered. */
    @SuppressWarnings("ImmutableEnumChecker")
    private enum Exchange {
        READING(200, merchant -> merchant.get("/v1/orders")),
        EXPORT(200, LimitHeadersIT::export),
        PLACED(201, merchant -> merchant.post("/v1/orders", ORDER)),
        ACCEPTED(202, merchant -> merchant.post("/v1/messages", MESSAGE)),
        KNOWN_REPLAY(201, LimitHeadersIT::knownReplay),
        NO_KEY(
                400,
                merchant -> merchant.send(merchant.request("POST", "/v1/orders").body(ORDER))),
        NOT_JSON(400, merchant -> merchant.post("/v1/orders", "{")),
        UNKNOWN(404, merchant -> merchant.get("/v1/orders/x")),
        REUSED(409, LimitHeadersIT::reusedKey),
        TOO_LARGE(413, merchant -> merchant.post("/v1/orders", " ".repeat(65_537))),
        TEXT(
                415,
                merchant -> merchant.send(merchant.request("POST", "/v1/orders")
                        .header("Idempotency-Key", Merchant.newKey())
                        .header("Content-Type", "text/plain")
                        .body(ORDER))),
        INVALID(422, merchant -> merchant.post("/v1/orders", "{}")),
        DENIED(429, LimitHeadersIT::denied);

        private final int status;
        private final Function<Merchant, RawResponse> call;

        Exchange(int status, Function<Merchant, RawResponse> call) {
            this.status = status;
            this.call = call;
        }
    }

    private static RawResponse export(Merchant merchant) {
        assertThatAnswer(merchant.post("/v1/orders", ORDER)).isANewOrder();
        var streamed = merchant.get("/v1/orders/export");
        assertThat(streamed.headers("Transfer-Encoding")).containsExactly("chunked");
        assertThat(streamed.text()).endsWith("}\n");
        return streamed;
    }

    private static RawResponse knownReplay(Merchant merchant) {
        var key = Merchant.newKey();
        var first = merchant.post("/v1/orders", key, ORDER);
        var again = merchant.post("/v1/orders", key, ORDER);
        assertThatAnswer(again).isAReplayOf(first);
        return again;
    }

    private static RawResponse reusedKey(Merchant merchant) {
        var key = Merchant.newKey();
        assertThatAnswer(merchant.post("/v1/orders", key, ORDER)).isANewOrder();
        return merchant.post("/v1/orders", key, ORDER.replace("1", "2"));
    }

    private static RawResponse denied(Merchant merchant) {
        for (var i = 0; i < 20; i++) {
            assertThatAnswer(merchant.get("/v1/orders")).isJson(200);
        }
        return merchant.get("/v1/orders");
    }

    @BeforeAll
    static void start() {
        var database = TestServers.shared().freshDatabase();
        draft07 = start(
                database,
                launch -> launch.with("ONCEGATE_CORS_ORIGINS", ORIGIN)
                        .policy("here-few", "ip", "POST /v1/messages", 30, "1/d"));
        draft10 = start(
                database,
                launch -> launch.with("ONCEGATE_RATE_LIMIT_HEADERS", "draft-10")
                        .with("ONCEGATE_RATE_LIMIT_X_RESET", "seconds"));
        mute = start(
                database,
                launch -> launch.with("ONCEGATE_RATE_LIMIT_HEADERS", "none")
                        .with("ONCEGATE_RATE_LIMIT_X_HEADERS", "false"));
    }

    private static Instance start(Database database, Function<LimitedLaunch, LimitedLaunch> settings) {
        // What a test takes from its client stays taken.
        var launch = LimitedLaunch.on(database).limit("client", 20, "1/d").limit("tenant", 100, "1/d");
        return new Instance(database, settings.apply(launch).launch().start());
    }

    @AfterAll
    static void end() {
        Stream.of(draft07, draft10, mute).forEach(instance -> instance.service().close());
    }

    @ParameterizedTest
    @EnumSource
    void standOnEveryAnswerInDraft07(Exchange exchange) {
        var answer = exchange.call.apply(draft07.newMerchant());

        assertThat(answer.status()).as(answer.text()).isEqualTo(exchange.status);
        var told = ToldLimits.inDraft07(answer);
        assertThat(told.limit()).isEqualTo(nearest(exchange));
        assertThat(told.remaining()).isLessThan(told.limit());
        assertThat(told.policies()).containsKey(String.valueOf(told.limit()));
        assertThat(reset(answer)).isGreaterThan(Instant.now().getEpochSecond() - SOON.toSeconds());
    }

    @ParameterizedTest
    @EnumSource
    void standOnEveryAnswerInDraft10(Exchange exchange) {
        var answer = exchange.call.apply(draft10.newMerchant());

        assertThat(answer.status()).as(answer.text()).isEqualTo(exchange.status);
        var told = ToldLimits.inDraft10(answer);
        assertThat(told.limit()).isEqualTo(nearest(exchange));
        assertThat(told.remaining()).isLessThan(told.limit());
        assertThat(reset(answer)).isEqualTo(told.reset());
    }

    @ParameterizedTest
    @EnumSource
    void standOnNoAnswerWhereTheyAreSwitchedOff(Exchange exchange) {
        var answer = exchange.call.apply(mute.newMerchant());

        assertThat(answer.status()).as(answer.text()).isEqualTo(exchange.status);
        assertThat(ToldLimits.headers(answer)).isEmpty();
        assertThat(answer.headers("Retry-After")).hasSize(exchange == Exchange.DENIED ? 1 : 0);
    }

    @Test
    void standOnAReplayThatOnlyTheEngineFinds() {
        var merchant = draft07.newMerchant();
        var key = Merchant.newKey();
        var first = merchant.post("/v1/orders", key, ORDER);

        var replay = new Merchant(draft10, merchant.tenant(), merchant.apiKey()).post("/v1/orders", key, ORDER);

        assertThatAnswer(replay).isAReplayOf(first);
        var told = ToldLimits.inDraft10(replay);
        assertThat(told.policies()).containsOnlyKeys("replay");
        assertThat(told.remaining()).isEqualTo(99);
    }

    @Test
    void standOnTheAnswerToHead() throws IOException, InterruptedException {
        var merchant = draft07.newMerchant();
        var request = HttpRequest.newBuilder(draft07.service().url().resolve("/v1/orders"))
                .header("X-Api-Key", merchant.apiKey())
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();

        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("RateLimit").orElseThrow()).startsWith("limit=20, remaining=19, reset=");
        assertThat(answer.headers().map().keySet())
                .containsAll(ToldLimits.HEADERS.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList());
    }

    @Test
    void standOnTheAnswerOfAServiceThatCannotAnswer() {
        var database = TestServers.shared().freshDatabase();
        try (var network = FaultProxy.to(database.host(), database.port());
                var redis = RedisProcess.start();
                var service = LimitedLaunch.on(database.through(FaultProxy.host(), network.port()))
                        .with("ONCEGATE_REDIS_URL", redis.url())
                        .policy("shut", "client", "GET /v1/messages/{id}", 7, "1/d")
                        .set("shut", "on-store-failure", "closed")
                        .launch()
                        .start()) {
            var merchant = new Instance(database, service).newMerchant();
            assertThatAnswer(merchant.get("/v1/orders")).isJson(200);

            // When
            network.refuse();
            var withoutPostgres = merchant.get("/v1/orders");
            network.pass();
            redis.kill9();
            var withoutRedis = merchant.get("/v1/messages/x");

            // Then
            assertThatAnswer(withoutPostgres).isProblem(503, "storage-unavailable");
            assertThat(ToldLimits.inDraft07(withoutPostgres).limit()).isEqualTo(20);
            assertThatAnswer(withoutRedis).isProblem(503, "limiter-unavailable");
            assertThat(ToldLimits.inDraft07(withoutRedis).limit()).isEqualTo(7);
        }
    }

    @Test
    void aPreflightIsFreeAndToldNothing() {
        // Given
        var preflight = RawRequest.of("OPTIONS", "/v1/messages")
                .header("Origin", ORIGIN)
                .header("Access-Control-Request-Method", "POST");
        var real = RawRequest.of("POST", "/v1/messages").header("Content-Length", "0");

        // When
        var preflights = answers(100, preflight);
        var others = answers(31, real);

        // Then
        assertThat(preflights).allSatisfy(answer -> {
            assertThat(answer.status()).isBetween(200, 204);
            assertThat(answer.headers("Access-Control-Allow-Origin")).containsExactly(ORIGIN);
            assertThat(ToldLimits.headers(answer)).isEmpty();
        });
        assertThat(others.subList(0, 30)).extracting(RawResponse::status).containsOnly(401);
        assertThatAnswer(others.get(30)).isProblem(429, "rate-limited");
    }

    private static List<RawResponse> answers(int count, RawRequest request) {
        try (var connection =
                RawHttp.connectFrom("127.0.0.32", draft07.service().url())) {
            return IntStream.range(0, count)
                    .mapToObj(number -> connection.send(request).receive())
                    .toList();
        }
    }

    /** What the policy with the least left holds. */
    private static long nearest(Exchange exchange) {
        return switch (exchange) {
            case EXPORT -> 2;
            case ACCEPTED -> 5;
            // A key that is known pays as a replay; that its body is another one shows later.
            case KNOWN_REPLAY, REUSED -> 100;
            default -> 20;
        };
    }

    private static long reset(RawResponse answer) {
        return Long.parseLong(answer.headers("X-RateLimit-Reset").get(0));
    }
}
