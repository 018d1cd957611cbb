package io.oncegate.problem;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.problem.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before any of our resources is asked, on the packaged service: always a problem, always with an id. */
class FrameworkErrorsIT {

    private static final String BODY = "{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}";

    private final URI service = Instance.shared().service().url();
    private final Merchant merchant = Instance.shared().newMerchant();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/favicon.ico",
                "/nope",
                "/nope?x=1",
                "/v1",
                "/v1/",
                "/v1/nope",
                "/V1/orders",
                "/v1%2Forders",
                "/v1%5Corders",
                "/v1/orders/a/b",
                "/v1/\u00e4",
                "/q",
                "/q/",
                "/q/unknown",
                "/q/health",
                "/q/metrics",
                "/q/swagger-ui",
                "/q/dev-ui",
                "*",
                "v1/orders",
                "http://elsewhere.example",
                "http://elsewhere.example/nope"
            })
    void aPathThatIsNoneOfOursIsNotFound(String target) {
        assertProblem(merchant.get(target), 404, "not-found");
        assertProblem(merchant.send(merchant.request("POST", target).body("{}")), 404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//v1/orders",
                "/v1//orders",
                "/v1/orders/",
                "/v1;x/orders",
                "/v1/orders;x=1",
                "/v1/%6Frders",
                "/%76%31/orders",
                "/v1/./orders",
                "/v1/x/../orders",
                "/v1/x/%2e%2e/orders",
                "http://elsewhere.example/v1/orders"
            })
    void aVariantOfAPathIsTheSamePath(String target) {
        // Given
        String key = Merchant.newKey();
        RawResponse first = merchant.post("/v1/orders", key, BODY);

        // When
        RawResponse repeat = merchant.post(target, key, BODY);

        // Then
        assertThatAnswer(repeat).isJson(201).hasBody(first.text());
        assertThat(repeat.header("Idempotent-Replayed")).contains("true");
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /v1/orders, 'GET, HEAD, OPTIONS, POST'",
        "PUT, /v1/orders/, 'GET, HEAD, OPTIONS, POST'",
        "PATCH, /v1;x//orders, 'GET, HEAD, OPTIONS, POST'",
        "TRACE, /v1/orders, 'GET, HEAD, OPTIONS, POST'",
        "BREW, /v1/orders, 'GET, HEAD, OPTIONS, POST'",
        "get, /v1/orders, 'GET, HEAD, OPTIONS, POST'",
        "POST, /v1/orders/x, 'GET, HEAD, OPTIONS'",
        "GET, /v1/messages, 'OPTIONS, POST'",
        "DELETE, /admin/v1/tenants/x, 'GET, HEAD, OPTIONS, PATCH'",
    })
    void aMethodThatAPathDoesNotTakeIsToldWhichItTakes(String method, String target, String allowed) {
        RawResponse answer = merchant.send(merchant.request(method, target).body(""));

        assertProblem(answer, 405, "method-not-allowed");
        assertThat(answer.headers("Allow")).containsExactly(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/xml", "application/problem+json", "no media type", "a/b/c;;q"})
    void anAnswerThatWeDoNotHaveIsNotAcceptable(String accept) {
        assertProblem(
                merchant.send(merchant.request("GET", "/v1/orders").header("Accept", accept)), 406, "not-acceptable");
        assertProblem(
                merchant.send(merchant.request("POST", "/v1/orders")
                        .header("Accept", accept)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", Merchant.newKey())
                        .body(BODY)),
                406,
                "not-acceptable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/*", "application/json", "text/html, */*;q=0.1"})
    void anAnswerThatWeHaveIsAcceptable(String accept) {
        assertThatAnswer(merchant.send(merchant.request("GET", "/v1/orders").header("Accept", accept)))
                .isJson(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/xml", "application/json; charset=latin1", "@@@", "/"})
    void aBodyOfAnotherKindIsUnsupported(String contentType) {
        RawRequest request = merchant.request("POST", "/v1/orders")
                .header("Content-Type", contentType)
                .header("Idempotency-Key", Merchant.newKey())
                .body(BODY);

        assertProblem(merchant.send(request), 415, "unsupported-media-type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/%zz",
                "/v1/orders/%",
                "/v1/orders/%e",
                "/v1/orders?limit=%zz",
                "/v1/a|b",
                "/v1/{order_id}",
                "/v1/\"x\"",
                "/v1/[x]",
                "/v1/a\\b",
                "/v1/orders?x=a^b",
                "http://[/v1/orders"
            })
    void aTargetThatIsNoUriIsMalformed(String target) {
        assertProblem(merchant.get(target), 400, "malformed-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%ff", "%00", "a%2Fb", "%c3%28", "..%2f", "%F0%9F%92%A9"})
    void anIdOfOddBytesIsTheIdOfNothing(String id) {
        assertProblem(merchant.get("/v1/orders/" + id), 404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /v1/orders HTTP/1.1\r\n\r\n", "GET /v1/orders HTTP/1.1\r\nHost: a b/\r\n\r\n"})
    void aRequestWithoutAHostIsMalformed(String request) {
        assertProblem(exchange(request), 400, "malformed-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "1e3", "soon", " ", "0x10", "+5"})
    void aTimeBudgetThatIsNoneIsMalformed(String budget) {
        RawRequest request = merchant.request("GET", "/v1/orders").header("X-Request-Timeout-Ms", budget);

        assertProblem(merchant.send(request), 400, "malformed-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"60001", "999999999999999999"})
    void aTimeBudgetBeyondTheLongestIsTheLongest(String budget) {
        RawRequest request = merchant.request("GET", "/v1/orders").header("X-Request-Timeout-Ms", budget);

        assertThatAnswer(merchant.send(request)).isJson(200);
    }

    @Test
    void optionsSayWhatAPathTakes() {
        RawResponse answer = merchant.send(merchant.request("OPTIONS", "/v1/orders"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Allow").orElse("").split(", ")).contains("GET", "POST");
        assertThat(answer.headers("Cache-Control")).containsExactly("no-store");
        assertThat(answer.headers("X-Request-Id")).hasSize(1);
    }

    @Test
    void headIsGetWithoutItsBody() throws IOException, InterruptedException {
        HttpResponse<String> page = head("/v1/orders");
        HttpResponse<String> nothing = head("/nope");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).isEmpty();
        assertThat(nothing.statusCode()).isEqualTo(404);
        assertThat(nothing.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void http10IsAnswered() {
        assertProblem(exchange("GET /nope HTTP/1.0\r\n\r\n"), 404, "not-found");
        assertProblem(exchange("GET /v1/orders HTTP/1.0\r\n\r\n"), 401, "unauthenticated");
    }

    @Test
    void http2WithPriorKnowledgeIsAnswered() {
        // Given
        Vertx vertx = Vertx.vertx();
        HttpClientOptions http2 =
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);

        // When
        CompletableFuture<String> answer = vertx.createHttpClient(http2)
                .request(HttpMethod.GET, service.getPort(), service.getHost(), "/nope")
                .compose(HttpClientRequest::send)
                .compose(response -> response.body()
                        .map(body -> seen(response) + body.toJsonObject().getString("type")))
                .toCompletionStage()
                .toCompletableFuture();

        // Then
        assertThat(answer)
                .succeedsWithin(Duration.ofSeconds(30))
                .isEqualTo("HTTP_2 404 application/problem+json no-store /problems/not-found");
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** The server has no way to hand these over: its own answer is empty, and ends the connection. */
    @ParameterizedTest
    @CsvSource({
        "'GET /nope', 400",
        "'GET  HTTP/1.1\nHost: a', 400",
        "'GET /nope HTTP/1.1\nHost: a\nno colon', 400",
        "'GET /nope HTTP/1.1\nHost: a\nX(y): z', 400",
        "'POST /nope HTTP/1.1\nHost: a\nContent-Length: -1', 400",
        "'POST /nope HTTP/1.1\nHost: a\nContent-Length: 99999999999999999999', 400",
        "'POST /nope HTTP/1.1\nHost: a\nContent-Length: 1\nContent-Length: 2', 400",
        "'POST /nope HTTP/1.1\nHost: a\nContent-Length: 1\nTransfer-Encoding: chunked', 400",
    })
    void whatIsNotHttpEndsTheConnection(String lines, int status) {
        try (RawHttp connection = RawHttp.connect(service)) {
            RawResponse answer = connection
                    .send(raw(lines.replace("\n", "\r\n") + "\r\n\r\n"))
                    .receive();

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.body()).isEmpty();
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void whatIsTooLongForAnyRequestEndsTheConnection() {
        assertThat(merchant.get("/" + "a".repeat(9_000)).status()).isEqualTo(414);
        assertThat(merchant.send(merchant.request("GET", "/nope").header("X", "a".repeat(17_000)))
                        .status())
                .isEqualTo(431);
    }

    private HttpResponse<String> head(String target) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve(target))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .header("X-Api-Key", merchant.apiKey())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static String seen(HttpClientResponse response) {
        return "%s %d %s %s "
                .formatted(
                        response.version(),
                        response.statusCode(),
                        response.getHeader("Content-Type"),
                        response.getHeader("Cache-Control"));
    }

    private RawResponse exchange(String request) {
        try (RawHttp connection = RawHttp.connect(service)) {
            return connection.send(raw(request)).receive();
        }
    }

    private static byte[] raw(String request) {
        return request.getBytes(StandardCharsets.ISO_8859_1);
    }
}
