package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What whoever sends a webhook is answered, and what is kept of it. */
class WebhookAnswersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String STRIPE = "stripe";
    private static final String OTHER = "stripe-other";
    private static final String CLOSED = "stripe-closed";
    private static final String SECRET = Secrets.remember("whsec_answers-one");
    private static final String NEXT_SECRET = Secrets.remember("whsec_answers-two");
    private static final String OTHER_SECRET = Secrets.remember("whsec_answers-other");
    private static final int MOST_BYTES = 65_536;

    private static Database database;
    private static ServiceProcess service;

    private final String eventId = "evt_" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        var launch = PayingInstance.on(database, Sandbox.shared().url());
        PayingInstance.account(launch, OTHER, STRIPE);
        PayingInstance.account(launch, CLOSED, STRIPE);
        PayingInstance.set(launch, STRIPE, "webhook-secrets", SECRET + "," + NEXT_SECRET);
        PayingInstance.set(launch, OTHER, "webhook-secrets", OTHER_SECRET);
        service = launch.start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    /** Of no interest to anybody, so that it is ignored. */
    private String event() {
        return "{\"id\":\"%s\",\"object\":\"event\",\"type\":\"customer.created\"}".formatted(eventId);
    }

    private static String signature(String secret, long moment, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            mac.update((moment + ".").getBytes(UTF_8));
            return "t=%d,v1=%s".formatted(moment, HexFormat.of().formatHex(mac.doFinal(body)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static RawRequest to(String account) {
        return RawRequest.of("POST", "/v1/webhooks/" + account);
    }

    private static RawRequest signed(String account, String secret, String body) {
        var bytes = body.getBytes(UTF_8);
        return to(account)
                .header("Stripe-Signature", signature(secret, Instant.now().getEpochSecond(), bytes))
                .body(bytes);
    }

    private static RawResponse send(RawRequest request) {
        return RawHttp.exchange(service.url(), request);
    }

    private static long stored(String body) {
        return database.count("SELECT count(*) FROM webhook_events WHERE body = ?", body.getBytes(UTF_8));
    }

    private static void assertTaken(RawResponse answer) {
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
        assertThat(answer.header("X-Request-Id")).isPresent();
        assertThat(answer.header("RateLimit")).isPresent();
    }

    @Test
    void takesWhatIsSignedWithAnySecretInUse() {
        var first = event();
        var second = event() + "\n";

        assertTaken(send(signed(STRIPE, SECRET, first)));
        assertTaken(send(signed(STRIPE, NEXT_SECRET, second)));

        assertThat(stored(first) + stored(second)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=iso-8859-1",
                "text/plain",
                "application/x-www-form-urlencoded",
                "no media type"
            })
    void theMediaTypeIsItsSendersAffair(String type) {
        var body = " " + event() + "\r\n";

        assertTaken(
                send(signed(STRIPE, SECRET, body).header("Content-Type", type).header("Accept", "text/html")));

        assertThat(stored(body)).isEqualTo(1);
    }

    @Test
    void whatSaysNothingOfInterestIsIgnored() {
        var body = event();
        assertTaken(send(signed(STRIPE, SECRET, body)));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(database.query(
                                "SELECT status FROM webhook_events WHERE body = ?", body.getBytes(UTF_8)))
                        .extracting(row -> row.get("status"))
                        .containsExactly("ignored"));
    }

    @Test
    void whatCannotBeReadFailsAlone() {
        var garbage = "{\"id\":\"" + eventId;
        assertTaken(send(signed(STRIPE, SECRET, garbage)));
        assertTaken(send(signed(STRIPE, SECRET, event())));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(database.query(
                                "SELECT status FROM webhook_events WHERE body IN (?, ?) ORDER BY status",
                                garbage.getBytes(UTF_8),
                                event().getBytes(UTF_8)))
                        .extracting(row -> row.get("status"))
                        .containsExactly("failed", "ignored"));
    }

    @Test
    void anotherBodyUnderTheSameIdIsTakenAndKeptBesideTheFirst() {
        var intent = """
                {"id":"%s","object":"event","type":"payment_intent.created","data":{"object":
                 {"id":"pi_of_nobody","object":"payment_intent"}}}""".formatted(eventId);
        var another = intent.replace("\n", "");

        assertTaken(send(signed(STRIPE, SECRET, intent)));
        assertTaken(send(signed(STRIPE, SECRET, intent)));
        assertTaken(send(signed(STRIPE, SECRET, another)));

        assertThat(database.count("SELECT count(*) FROM webhook_events WHERE event_key = ?", eventId))
                .isEqualTo(1);
        assertThat(database.query("SELECT body FROM webhook_variants WHERE event_key = ?", eventId))
                .singleElement()
                .satisfies(variant -> assertThat(variant).containsEntry("body", another.getBytes(UTF_8)));
    }

    @Test
    void refusesWhatIsNotProven() {
        var body = event();
        var now = Instant.now().getEpochSecond();
        var bytes = body.getBytes(UTF_8);

        assertRefused(to(STRIPE).body(body));
        assertRefused(signed(STRIPE, OTHER_SECRET, body));
        assertRefused(signed(OTHER, SECRET, body));
        assertRefused(to(STRIPE)
                .header("Stripe-Signature", signature(SECRET, now, bytes))
                .body(body + " "));
        assertRefused(to(STRIPE)
                .header("Stripe-Signature", signature(SECRET, now, bytes).replace("v1=", "v0="))
                .body(body));
        assertRefused(to(STRIPE)
                .header("Stripe-Signature", signature(SECRET, now - 360, bytes))
                .body(body));
        assertRefused(to(STRIPE)
                .header("Stripe-Signature", signature(SECRET, now + 360, bytes))
                .body(body));
        assertThat(stored(body)).isZero();
    }

    private static void assertRefused(RawRequest request) {
        assertThatAnswer(send(request)).isProblem(401, "signature-invalid");
    }

    @Test
    void refusesAnAccountThatIsNotThere() {
        assertThatAnswer(send(signed("nobody", SECRET, event()))).isProblem(404, "not-found");
        assertThatAnswer(send(to("").body("{}"))).isProblem(404, "not-found");
        assertThatAnswer(send(RawRequest.of("GET", "/v1/webhooks/stripe"))).isProblem(405, "method-not-allowed");
    }

    @Test
    void refusesASourceWhoseSecretNobodyHasSet() {
        var answer = send(signed(CLOSED, SECRET, event()));

        assertThatAnswer(answer).isProblem(503, "source-closed");
        assertThat(answer.header("Retry-After")).contains("600");
        assertThat(new JsonObject(answer.text()).getBoolean("retryable")).isTrue();
        assertThat(service.log().lines())
                .anyMatch(line -> line.contains("no webhook secret") && line.contains("account=" + CLOSED));
    }

    @Test
    void refusesABodyThatIsTooLarge() {
        var large = "x".repeat(MOST_BYTES + 1);
        var largest = "x".repeat(MOST_BYTES);

        assertThatAnswer(send(signed(STRIPE, SECRET, large))).isProblem(413, "payload-too-large");
        assertThatAnswer(send(to(STRIPE).chunked(large.getBytes(UTF_8)))).isProblem(413, "payload-too-large");
        assertTaken(send(signed(STRIPE, SECRET, largest)));
    }
}
