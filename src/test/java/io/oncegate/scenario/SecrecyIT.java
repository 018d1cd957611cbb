package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys are secrets of their owners. What goes wrong is told in the logs, by the request's ids and the hash of its key,
 * even where PostgreSQL's own words quote the key.
 */
class SecrecyIT {
    private static final Duration LONGEST_LOGGING = Duration.ofSeconds(30);
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();
    private final String body = Bodies.order("u", 1999);

    /** Each makes PostgreSQL fail the claims of one tenant, with words in which the key stands. */
    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("an exception", """
                        CREATE FUNCTION tell_the_key() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN RAISE EXCEPTION 'the key is %', NEW.key USING DETAIL = NEW.key, HINT = NEW.key; END $$;
                        CREATE TRIGGER tell_the_key BEFORE INSERT ON idempotency_keys FOR EACH ROW
                            WHEN (NEW.tenant_id = 'TENANT') EXECUTE FUNCTION tell_the_key()""", "DROP FUNCTION tell_the_key CASCADE"),
                Arguments.of("a constraint", """
                        ALTER TABLE idempotency_keys
                            ADD CONSTRAINT no_tenant CHECK (tenant_id <> 'TENANT') NOT VALID""", "ALTER TABLE idempotency_keys DROP CONSTRAINT no_tenant"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void aFailureIsLoggedWithTheIdsOfItsRequestAndTheHashOfItsKey(String what, String fault, String repair) {
        RawResponse answer;
        instances.database().execute(fault.replace("TENANT", tenant.id()));
        try {
            answer = client.send(client.orderHead(key)
                    .header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01")
                    .body(body));
        } finally {
            instances.database().execute(repair);
        }

        assertThatAnswer(answer).isProblem(500, "internal");
        assertThat(answer.text()).doesNotContain(key);
        assertThat(fieldsOfTheLineAbout(answer).getMap())
                .containsEntry("requestId", answer.header("X-Request-Id").orElseThrow())
                .containsEntry("traceId", TRACE)
                .containsEntry("idempotencyKey", hash(key));
        Secrets.assertKeptBy(instances.one());
        assertThatAnswer(client.placeOrder(key, body)).isANewOrder();
    }

    @Test
    void noRefusalRepeatsAKey() {
        var apiKey = Secrets.remember("ogk_" + "x".repeat(33));
        var invalid = Secrets.remember("not,valid;" + Secrets.newKey());

        var answers = Stream.of(
                client.placeOrder(invalid, body),
                new Client(instances.one(), apiKey).placeOrder(key, body),
                client.send(client.get("/v1/orders/" + key)),
                client.statusOf(key),
                client.placeOrder(key, "[]"));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isBetween(400, 499);
            assertThat(answer.text()).doesNotContain(apiKey, invalid, key, client.apiKey());
        });
        Secrets.assertKeptBy(instances.one(), instances.other());
    }

    /** The request's own fields, out of the first line that has its id. */
    private JsonObject fieldsOfTheLineAbout(RawResponse answer) {
        var id = answer.header("X-Request-Id").orElseThrow();
        var line = instances.one().log().awaitLine(each -> each.contains(id), LONGEST_LOGGING);
        return new JsonObject(line.orElseThrow()).getJsonObject("mdc");
    }

    private static String hash(String secret) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(US_ASCII));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
