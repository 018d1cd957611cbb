package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods and targets, right and wrong. */
class TargetIT {
    private static final String ORDER = Bodies.order("u", 1999);

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/orders?x=1",
                "/v1/orders?",
                "//v1/orders",
                "/v1//orders",
                "/v1/orders/",
                "/v1/orders//",
                "/v1/orders;x=1",
                "/v1;x/orders",
                "/v1/%6Frders",
                "/%76%31/orders",
                "/v1%2Forders",
                "/v1/./orders",
                "/v1/x/../orders",
                "/V1/orders",
                "/v1/Orders",
                "/v1/orders%00",
                "/v1/orders%20",
                "http://oncegate.test/v1/orders"
            })
    void anotherSpellingOfThePathIsTheSameRouteOrNone(String target) {
        var first = client.placeOrder(key, ORDER);
        var again = client.send(client.post(target)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .body(ORDER));

        if (again.status() == 201) {
            assertThatAnswer(again).isAReplayOf(first);
        } else {
            assertThatAnswer(again).isProblem(404, "not-found");
        }
        assertThat(tenant.orders()).isEqualTo(1);
    }

    /** The server refuses these by itself, before there is a request that could have an id. */
    @ParameterizedTest
    @ValueSource(strings = {"/v1/orders%", "/v1/orders%zz", "/v1\\orders", "/v1/orders?x=%", "/v1/{orders}"})
    void aTargetThatIsNoUriIsRefused(String target) {
        var answer = client.send(client.post(target)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .body(ORDER));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(tenant.orders()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n\r\n", "POST /v1/orders HTTP/1.1\r\nContent-Length: 0\r\n\r\n"})
    void aRequestWithoutAHostIsMalformed(String request) {
        try (var connection = RawHttp.connect(instances.one().url())) {
            var answer = connection.send(request.getBytes(UTF_8)).receive();

            assertThatAnswer(answer).isProblem(400, "malformed-request");
        }
    }

    @ParameterizedTest
    @CsvSource({"OPTIONS, *", "GET, orders", "CONNECT, oncegate.test:80"})
    void aTargetThatIsNoPathIsNotFound(String method, String target) {
        assertThatAnswer(client.send(RawRequest.of(method, target))).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1",
                "/v1/nothing",
                "/v2/orders",
                "/v1/orders/a/b",
                "/favicon.ico",
                "/q/health",
                "/v1/\u00e4"
            })
    void anUnknownPathIsNotFound(String target) {
        assertThatAnswer(client.send(client.get(target))).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "01JDYZ0F6T7V8W9X0Y1Z2A3B4C", "%00", "01jdyz0f6t7v8w9x0y1z2a3b4c", "' OR 1=1", "\u00e9"})
    void anUnknownOrderIsNotFound(String id) {
        var target = "/v1/orders/" + id.replace(" ", "%20").replace("'", "%27");

        assertThatAnswer(client.send(client.get(target))).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE", "TRACE", "PURGE", "post"})
    void anotherMethodIsNotAllowed(String method) {
        var request = RawRequest.of(method, Client.ORDERS)
                .header("X-Api-Key", client.apiKey())
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .body(ORDER);

        assertThatAnswer(client.send(request)).isProblem(405, "method-not-allowed");
        tenant.assertNothingIsStoredUnder(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=101",
                "limit=x",
                "limit=99999999999",
                "cursor=x",
                "cursor=%00",
                "external_id=%00",
                "limit=1&cursor=MDo"
            })
    void aListAskedForWronglyIsInvalid(String query) {
        assertThatAnswer(client.send(client.get("/v1/orders?" + query))).isProblem(422, "validation-failed");
    }
}
