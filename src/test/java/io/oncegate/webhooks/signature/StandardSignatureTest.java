package io.oncegate.webhooks.signature;

import static io.oncegate.webhooks.signature.Signing.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardSignatureTest {
    private static final long NOW = 1_800_000_000;
    private static final String SECRET = "whsec_" + base64("a secret of 24 bytes....");
    private static final String OTHER = "whsec_" + base64("another secret..........");
    private static final String BODY = "{\"type\":\"message.delivered\"}";

    private final StandardSignature signature = new StandardSignature(List.of(SECRET), Signing.at(NOW));

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static String v1(byte[] key, String id, long moment, String body) {
        var signed = Signing.hmac(key, id + "." + moment + ".", body.getBytes(UTF_8));
        return "v1," + Base64.getEncoder().encodeToString(signed);
    }

    private static String v1(String secret, String id, long moment, String body) {
        return v1(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), id, moment, body);
    }

    private static Map<String, String> headers(String id, long moment, String signatures) {
        return new HashMap<>(
                Map.of("Webhook-Id", id, "Webhook-Timestamp", String.valueOf(moment), "Webhook-Signature", signatures));
    }

    private Optional<Proof> check(Map<String, String> headers) {
        return signature.check(request(headers, BODY));
    }

    /** The example of the specification, by its own words. */
    @Test
    void takesTheExampleOfTheSpecification() {
        var published =
                new StandardSignature(List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), Signing.at(1_614_265_330));
        var headers = headers(
                "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");

        assertThat(published.check(request(headers, "{\"test\": 2432232314}")))
                .contains(new Proof(Optional.of("msg_p5jXN8AQM9LWM0D4loKWxJek")));
    }

    @Test
    void provesTheIdThatItSigned() {
        assertThat(check(headers("msg_1", NOW, v1(SECRET, "msg_1", NOW, BODY))))
                .contains(new Proof(Optional.of("msg_1")));
        assertThat(check(headers("msg_2", NOW, v1(SECRET, "msg_1", NOW, BODY)))).isEmpty();
    }

    @Test
    void takesOneSignatureOfSeveralAndEachSecretThatIsInUse() {
        var rotating = new StandardSignature(List.of(OTHER, SECRET), Signing.at(NOW));
        var both = v1(OTHER, "m", NOW, BODY) + " v1a,x v1,%% " + v1(SECRET, "m", NOW, BODY);

        assertThat(check(headers("m", NOW, both))).isPresent();
        for (var secret : List.of(SECRET, OTHER)) {
            var headers = headers("m", NOW, v1(secret, "m", NOW, BODY));
            assertThat(rotating.check(request(headers, BODY))).isPresent();
        }
    }

    @Test
    void takesASecretWithoutPrefixAndOneThatIsNoBase64() {
        var plain = new StandardSignature(List.of("no base64!"), Signing.at(NOW));
        var bare = new StandardSignature(List.of(SECRET.substring("whsec_".length())), Signing.at(NOW));

        assertThat(plain.check(request(headers("m", NOW, v1("no base64!".getBytes(UTF_8), "m", NOW, BODY)), BODY)))
                .isPresent();
        assertThat(bare.check(request(headers("m", NOW, v1(SECRET, "m", NOW, BODY)), BODY)))
                .isPresent();
    }

    @Test
    void refusesAnotherSecretsWorkAndAnotherBody() {
        assertThat(check(headers("m", NOW, v1(OTHER, "m", NOW, BODY)))).isEmpty();
        assertThat(check(headers("m", NOW, v1(SECRET, "m", NOW, BODY + "\n")))).isEmpty();
        assertThat(check(headers("m", NOW, v1(SECRET, "m", NOW, BODY.replace("delivered", "Delivered")))))
                .isEmpty();
    }

    @Test
    void refusesASignatureOfAnotherVersionOrNone() {
        var right = v1(SECRET, "m", NOW, BODY);

        assertThat(check(headers("m", NOW, right.replace("v1,", "v1a,")))).isEmpty();
        assertThat(check(headers("m", NOW, right.replace("v1,", "")))).isEmpty();
        assertThat(check(headers("m", NOW, ""))).isEmpty();
        assertThat(check(headers("m", NOW, "v1,"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"})
    void refusesWhatLacksAHeader(String header) {
        var headers = headers("m", NOW, v1(SECRET, "m", NOW, BODY));
        headers.remove(header);

        assertThat(check(headers)).isEmpty();
    }

    @Test
    void refusesHeadersThatAreThereTwice() {
        var once = request(headers("m", NOW, v1(SECRET, "m", NOW, BODY)), BODY);

        assertThat(signature.check(once)).isPresent();
        assertThat(signature.check(Signing.withEachHeaderTwice(once))).isEmpty();
    }

    /** Or one event could be told as another: the full stops only separate while none of the parts has one. */
    @ParameterizedTest
    @ValueSource(strings = {"m.1", "", "a b", "\u00e9"})
    void refusesAnIdThatCouldMeanSomethingElse(String id) {
        assertThat(check(headers(id, NOW, v1(SECRET, id, NOW, BODY)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-300, 0, 300})
    void takesAMomentWithinTheTolerance(long skew) {
        assertThat(check(headers("m", NOW + skew, v1(SECRET, "m", NOW + skew, BODY))))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(longs = {-301, 301})
    void refusesAMomentBeyondIt(long skew) {
        assertThat(check(headers("m", NOW + skew, v1(SECRET, "m", NOW + skew, BODY))))
                .isEmpty();
    }
}
