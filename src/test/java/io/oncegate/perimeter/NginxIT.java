package io.oncegate.perimeter;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.perimeter.PerimeterAnswer.assertIsFinal;
import static io.oncegate.perimeter.PerimeterAnswer.assertIsRateLimited;
import static io.oncegate.perimeter.ShippedConfiguration.number;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real nginx in front of the packaged service. Each test that counts has addresses of loopback and credentials of its
 * own.
 */
@Tag("external")
class NginxIT {
    private static final String ORDERS = "/v1/orders";
    private static final String ORDER = """
            {"user_id": "u", "amount": 1999, "currency": "EUR"}""";
    private static final int SOME_MORE = 20;

    /** What a zone forgets in the minutes that a slow machine may need, at one request a minute. */
    private static final int FORGOTTEN = 5;

    @TempDir
    private static Path folder;

    private static Instance instance;
    private static Nginx nginx;

    private final Merchant merchant = instance.newMerchant();

    /** The service's own valve is opened wide: it is the perimeter that is to be met. */
    @BeforeAll
    static void start() {
        var database = TestServers.shared().freshDatabase();
        var service = ServiceLaunch.on(database)
                .withProperty("oncegate.net.trusted-proxies", "127.0.0.1")
                .withProperty("oncegate.rate-limit.policies.address.capacity", "1000000")
                .withProperty("oncegate.rate-limit.policies.address.refill", "1000000/s")
                .start();
        instance = new Instance(database, service);
        nginx = Nginx.before(service.url(), folder);
    }

    @AfterAll
    static void stop() {
        if (nginx != null) {
            nginx.close();
        }
        if (instance != null) {
            instance.service().close();
        }
    }

    @Test
    void theShippedFilesAreValid(@TempDir Path another) {
        var verdict = Nginx.check(instance.service().url(), another);

        assertThat(verdict.exitCode()).as(verdict.lines()::toString).isZero();
        assertThat(verdict.lines()).noneMatch(line -> line.contains("[warn]"));
    }

    @Test
    void anOrderAndItsReplayPassUnchanged() {
        var key = Merchant.newKey();

        var first = nginx.send(order(merchant, key));
        var again = nginx.send(order(merchant, key));
        var past = merchant.send(order(merchant, key));

        assertThatAnswer(first).isANewOrder();
        assertThatAnswer(again).isAReplayOf(first);
        assertThatAnswer(past).isAReplayOf(first);
        assertThatAnswer(nginx.send(
                        merchant.request("GET", first.header("Location").orElseThrow())))
                .isJson(200);
    }

    @Test
    void whatTheServiceRefusesIsRefusedInItsWords() {
        assertThatAnswer(nginx.send(merchant.request("GET", "/no/such/path"))).isProblem(404, "not-found");
        assertThatAnswer(nginx.send(merchant.request("DELETE", ORDERS))).isProblem(405, "method-not-allowed");
        assertThatAnswer(nginx.send(RawRequest.of("GET", ORDERS))).isProblem(401, "unauthenticated");
        assertThatAnswer(nginx.send(merchant.request("POST", ORDERS)
                        .header("Content-Type", "application/json")
                        .body(ORDER)))
                .isProblem(400, "idempotency-key-missing");
        assertThatAnswer(nginx.send(order(merchant, "a").header("Idempotency-Key", "a")))
                .isProblem(400, "idempotency-key-invalid");
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedByTheServiceOrInItsWords() {
        var aLittle = " ".repeat(65 * 1024).getBytes(US_ASCII);
        var aLot = " ".repeat(200 * 1024).getBytes(US_ASCII);

        assertThatAnswer(nginx.send(head(merchant, Merchant.newKey()).body(aLittle)))
                .isProblem(413, "payload-too-large");
        assertIsFinal(nginx.send(head(merchant, Merchant.newKey()).body(aLot)), 413, "payload-too-large");
        assertIsFinal(nginx.send(head(merchant, Merchant.newKey()).chunked(aLot)), 413, "payload-too-large");
    }

    @Test
    void whatIsNoHttpIsRefusedInTheWordsOfTheService() {
        assertIsFinal(
                nginx.send(RawRequest.of("GET", ORDERS).header("Host", "another.test")), 400, "malformed-request");
        assertIsFinal(
                nginx.send(RawRequest.of("GET", ORDERS).header("X-Long", "x".repeat(70_000))),
                400,
                "malformed-request");
        assertIsFinal(nginx.send(RawRequest.of("GET", "/" + "x".repeat(70_000))), 400, "malformed-request");
        assertIsFinal(nginx.send(RawRequest.of("TRACE", ORDERS)), 405, "method-not-allowed");
    }

    /** With the operator's own credential, which opens it past the perimeter. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin/v1/audit",
                "//admin/v1/audit",
                "/admin//v1/audit",
                "/%61dmin/v1/audit",
                "/admin%2Fv1/audit",
                "/admin;x/v1/audit",
                "/admin/v1/audit;x=1",
                "/;x/admin/v1/audit",
                "//;x//;y//admin/v1/audit",
                "/v1/../admin/v1/audit",
                "/v1/%2e%2e/admin/v1/audit",
                "/./admin/v1/audit",
                "/Admin/v1/audit",
                "/admin",
                "/q/openapi",
                "/q;x/openapi",
                "/q/health/live",
                "/q"
            })
    void whatIsNotForThePublicIsNotThere(String target) {
        var answer = nginx.send(RawRequest.of("GET", target).header("X-Api-Key", ServiceLaunch.OPERATOR_KEY));

        assertIsFinal(answer, 404, "not-found");
    }

    /** The service may read them in its own way; whatever it makes of them, it is nothing of the operator's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/..;/admin/v1/audit",
                "/v1/..;x/admin/v1/audit",
                "/.;/admin/v1/audit",
                "/v1;/../admin/v1/audit",
                "/%2e;/admin/v1/audit",
                "/%3b/admin/v1/audit",
                "/%3bx/admin/v1/audit",
                "/admin%3bx/v1/audit",
                "/%2561dmin/v1/audit",
                "/v1/orders/..%2f..%2fadmin/v1/audit",
                "/v1/orders/..%5c..%5cadmin/v1/audit",
                "/%00/../admin/v1/audit"
            })
    void noSpellingLeadsToIt(String target) {
        var answer = nginx.send(RawRequest.of("GET", target).header("X-Api-Key", ServiceLaunch.OPERATOR_KEY));

        assertThat(answer.status()).as(answer::text).isIn(400, 404);
    }

    @Test
    void whatOnlyBeginsLikeItPasses() {
        assertThatAnswer(nginx.send(merchant.request("GET", "/administration"))).isProblem(404, "not-found");
        assertThatAnswer(nginx.send(merchant.request("GET", "/quota"))).isProblem(404, "not-found");
        assertThatAnswer(nginx.send(merchant.request("GET", "/v1/admin"))).isProblem(404, "not-found");
    }

    @Test
    void anAddressThatWritesTooMuchIsToldSoWhateverItsCredential() {
        var burst = number("limit_req", "writes_by_address", "burst");

        var answers = floodOfWrites("127.0.1.1", burst + 1 + SOME_MORE, index -> "og_rotating_" + index);

        assertAdmitted(answers, burst + 1);
        answers.stream().filter(PerimeterAnswer::isRateLimited).forEach(PerimeterAnswer::assertIsRateLimited);
        var key = Merchant.newKey();
        assertIsRateLimited(nginx.sendFrom("127.0.1.1", order(merchant, key)));
        assertThatAnswer(nginx.sendFrom("127.0.1.1", merchant.request("GET", ORDERS)))
                .isJson(200);
        assertThatAnswer(nginx.sendFrom("127.0.1.2", order(merchant, key))).isANewOrder();
    }

    @Test
    void aCustomerThatWritesTooMuchIsToldSoFromWhateverAddress() {
        var burst = number("limit_req", "writes_by_customer", "burst");
        var half = burst / 2 + 1;
        var asBearer = RawRequest.of("POST", ORDERS)
                .header("Authorization", "Bearer og_busy")
                .body(ORDER);

        var first = floodOfWrites("127.0.2.1", half, index -> "og_busy");
        var second = floodOfWrites("127.0.2.2", half + SOME_MORE, index -> "og_busy");

        assertThat(first).noneMatch(PerimeterAnswer::isRateLimited);
        assertAdmitted(second, burst + 1 - half);
        assertIsRateLimited(nginx.sendFrom("127.0.2.3", asBearer));
        assertThatAnswer(nginx.sendFrom("127.0.2.3", order(merchant, Merchant.newKey())))
                .isANewOrder();
    }

    /** Neither counter of an address knows the other, so writes go on when reads have come to their end. */
    @Test
    void readsHaveALargerBurstWhoseLastOnesWait() {
        var atOnce = number("limit_req", "reads_by_address", "delay") + 1;
        var waiting = number("limit_req", "reads_by_address", "burst") - atOnce + 1;
        var read = RawRequest.of("GET", ORDERS);

        var answers = Flood.from("127.0.3.1", nginx.url(), atOnce, index -> read);

        assertThat(atOnce).isGreaterThan(number("limit_req", "writes_by_address", "burst") + 1);
        assertThat(answers).noneMatch(PerimeterAnswer::isRateLimited);
        var open = IntStream.range(0, waiting + SOME_MORE)
                .mapToObj(index -> RawHttp.connectFrom("127.0.3.1", nginx.url()).send(read))
                .toList();
        try {
            await().until(() -> open.stream().filter(RawHttp::hasAnswer).count() >= SOME_MORE - FORGOTTEN);
            var answered = open.stream().filter(RawHttp::hasAnswer).toList();
            assertThat(answered).hasSizeLessThanOrEqualTo(SOME_MORE);
            answered.forEach(connection -> assertIsRateLimited(connection.receive()));
        } finally {
            open.forEach(RawHttp::close);
        }
        assertThatAnswer(nginx.sendFrom("127.0.3.1", order(merchant, Merchant.newKey())))
                .isANewOrder();
    }

    @Test
    void aThousandAddressesOfOneSubscriberAreOne() {
        var burst = number("limit_req", "writes_by_address", "burst");
        IntFunction<String> ofOneSubscriber =
                index -> "2001:db8:1:2:%x:%x:0:%x".formatted(index % 7 == 0 ? 0 : index, index % 3, index % 1000);

        var answers = Flood.from(
                "127.0.0.1", nginx.url(), burst + 1 + SOME_MORE, index -> write(ofOneSubscriber.apply(index)));

        assertAdmitted(answers, burst + 1);
        assertIsRateLimited(nginx.send(write("2001:db8:1:2::")));
        assertThat(nginx.send(write("2001:db8:1:3::1")).status()).isEqualTo(401);
        assertThat(nginx.send(write("2001:db8:1::1")).status()).isEqualTo(401);
    }

    @Test
    void anAddressOfIpv4InIpv6IsThatOfIpv4() {
        var burst = number("limit_req", "writes_by_address", "burst");

        var answers = Flood.from("127.0.0.1", nginx.url(), burst + 1 + SOME_MORE, index -> write("::ffff:203.0.113.9"));

        assertAdmitted(answers, burst + 1);
        assertIsRateLimited(nginx.send(write("203.0.113.9")));
        assertThat(nginx.send(write("::ffff:203.0.113.10")).status()).isEqualTo(401);
    }

    /** If they counted, the last of them would wait for minutes. */
    @Test
    void preflightsAreFree() {
        var atOnce = number("limit_req", "reads_by_address", "delay") + 1;
        var preflight = RawRequest.of("OPTIONS", ORDERS)
                .header("Origin", "https://shop.example")
                .header("Access-Control-Request-Method", "POST");

        var answers = Flood.from("127.0.4.1", nginx.url(), atOnce + SOME_MORE, index -> preflight);

        assertThat(answers).noneMatch(PerimeterAnswer::isRateLimited);
    }

    @Test
    void aPageThatMayCallCanReadTheRefusal() {
        var denied = RawRequest.of("GET", "/admin");

        var known = nginx.send(denied.header("Origin", "https://shop.example"));
        var unknown = nginx.send(RawRequest.of("GET", "/admin").header("Origin", "https://evil.example"));

        assertThat(known.headers("Access-Control-Allow-Origin")).containsExactly("https://shop.example");
        assertThat(known.headers("Access-Control-Expose-Headers"))
                .containsExactly("Retry-After, X-RateLimit-Policy, X-Request-Id");
        assertThat(unknown.headers("Access-Control-Allow-Origin")).isEmpty();
        assertThat(unknown.headers("Access-Control-Expose-Headers")).isEmpty();
    }

    /** As many as a zone holds, and those that it has forgotten since. */
    private static void assertAdmitted(List<RawResponse> answers, int atLeast) {
        assertThat(answers.subList(0, atLeast)).noneMatch(PerimeterAnswer::isRateLimited);
        assertThat(answers.subList(atLeast, answers.size()))
                .filteredOn(answer -> !PerimeterAnswer.isRateLimited(answer))
                .hasSizeLessThanOrEqualTo(FORGOTTEN);
    }

    /** Refused by the service at no cost: nobody has these credentials. */
    private static List<RawResponse> floodOfWrites(String address, int count, IntFunction<String> credential) {
        return Flood.from(
                address,
                nginx.url(),
                count,
                index -> RawRequest.of("POST", ORDERS)
                        .header("X-Api-Key", credential.apply(index))
                        .body(ORDER));
    }

    private static RawRequest write(String address) {
        return RawRequest.of("POST", ORDERS)
                .header(ShippedConfiguration.CLIENT_ADDRESS, address)
                .body(ORDER);
    }

    private static RawRequest order(Merchant merchant, String key) {
        return head(merchant, key).body(ORDER);
    }

    private static RawRequest head(Merchant merchant, String key) {
        return merchant.request("POST", ORDERS)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json");
    }
}
