package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whoever sends webhooks that are not genuine spends what is its own, and nothing of the providers'. */
class WebhookFloodIT {
    private static final int OF_A_SOURCE = 40;
    private static final int OF_AN_ADDRESS = 60;
    private static final String HINTS = "flooded-hints";
    private static final String ONE = "flooded-one";
    private static final String OTHER = "flooded-other";
    private static final String THIRD = "flooded-third";
    private static final String SECRET = Secrets.remember("whsec_not-for-the-flood");

    private static ServiceProcess service;

    /** Nothing comes back while a test lasts. */
    @BeforeAll
    static void start() {
        Database database = TestServers.shared().freshDatabase();
        var launch = PayingInstance.on(database, Sandbox.shared().url())
                .with("ONCEGATE_RATE_LIMIT_POLICIES_WEBHOOK_SOURCE_CAPACITY", String.valueOf(OF_A_SOURCE))
                .with("ONCEGATE_RATE_LIMIT_POLICIES_WEBHOOK_SOURCE_REFILL", "1/h")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_ADDRESS_CAPACITY", String.valueOf(OF_AN_ADDRESS))
                .with("ONCEGATE_RATE_LIMIT_POLICIES_ADDRESS_REFILL", "1/h")
                // However slow the machine is, Redis decides as long as it is there.
                .with("ONCEGATE_RATE_LIMIT_TIMEOUT", "1s")
                .with("ONCEGATE_RATE_LIMIT_BREAKER_CALLS", "1000000");
        PayingInstance.account(launch, HINTS, "yookassa");
        for (var account : new String[] {ONE, OTHER, THIRD}) {
            PayingInstance.account(launch, account, "stripe");
            PayingInstance.set(launch, account, "webhook-secrets", SECRET);
        }
        service = launch.start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    private static RawRequest hint() {
        return RawRequest.of("POST", "/v1/webhooks/" + HINTS)
                .header("Content-Type", "application/json")
                .body("{\"type\":\"notification\",\"event\":\"payment.succeeded\",\"object\":{\"id\":\"nobody's\"}}");
    }

    private static RawRequest event(String account, String secret) {
        return Telling.stripe(
                        account, secret, "evt_" + UUID.randomUUID(), "customer.created", JsonObject.of("id", "cus_1"))
                .request();
    }

    private static RawResponse from(String address, RawRequest request) {
        try (var connection = RawHttp.connectFrom(address, service.url())) {
            return connection.send(request).receive();
        }
    }

    private static void assertTaken(RawResponse answer) {
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
    }

    private static void assertRefusedBy(String policy, RawResponse answer) {
        assertThatAnswer(answer).isProblem(429, "rate-limited");
        assertThat(new JsonObject(answer.text()).getJsonArray("violated-policies"))
                .containsExactly(policy);
    }

    @Test
    void aFloodOfUnsignedWebhooksFromOneAddressTurnsNoOtherAway() {
        for (var time = 0; time < OF_A_SOURCE; time++) {
            assertTaken(from("127.0.0.11", hint()));
        }
        for (var time = 0; time < OF_A_SOURCE - 1; time++) {
            assertRefusedBy("webhook-source", from("127.0.0.11", hint()));
            assertTaken(from("127.0.0.12", hint()));
        }
    }

    @Test
    void aSourceThatHasProvenItPaysForNoAddress() {
        for (var time = 0; time < OF_A_SOURCE; time++) {
            assertTaken(from("127.0.0.13", event(ONE, SECRET)));
            assertTaken(from("127.0.0.13", event(OTHER, SECRET)));
        }

        assertRefusedBy("webhook-source", from("127.0.0.14", event(ONE, SECRET)));
    }

    @Test
    void whoeverProvesNothingPaysAtItsAddressAndNotForTheSource() {
        for (var time = 0; time < OF_AN_ADDRESS; time++) {
            assertThatAnswer(from("127.0.0.15", event(THIRD, "whsec_guessed"))).isProblem(401, "signature-invalid");
        }

        assertRefusedBy("address", from("127.0.0.15", event(THIRD, "whsec_guessed")));
        for (var time = 0; time < OF_A_SOURCE; time++) {
            assertTaken(from("127.0.0.16", event(THIRD, SECRET)));
        }
    }
}
