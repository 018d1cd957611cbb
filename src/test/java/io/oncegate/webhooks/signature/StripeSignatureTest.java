package io.oncegate.webhooks.signature;

import static io.oncegate.webhooks.signature.Signing.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever the bytes are, they are what is signed; whatever the header is, only a fresh {@code v1} of a secret counts.
 */
class StripeSignatureTest {
    private static final long NOW = 1_800_000_000;
    private static final String SECRET = "whsec_one";
    private static final String OTHER = "whsec_other";
    private static final byte[] BODY = "{\"id\":\"evt_1\",\"type\":\"payment_intent.succeeded\"}".getBytes(UTF_8);

    private final StripeSignature signature = new StripeSignature(List.of(SECRET), Signing.at(NOW));

    private static String v1(String secret, long moment, byte[] body) {
        return "v1=" + HexFormat.of().formatHex(Signing.hmac(secret.getBytes(UTF_8), moment + ".", body));
    }

    private static String header(String secret, long moment, byte[] body) {
        return "t=" + moment + "," + v1(secret, moment, body);
    }

    private boolean accepts(String header, byte[] body) {
        return signature
                .check(request(Map.of("stripe-signature", header), body))
                .isPresent();
    }

    @Test
    void provesTheBodyAndNoIdBesideIt() {
        var proof = signature.check(request(Map.of("Stripe-Signature", header(SECRET, NOW, BODY)), BODY));

        assertThat(proof).contains(Proof.OF_THE_BODY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"id\": \"evt_1\"}\n",
                " {\t\"id\" :\r\n \"evt_1\" } ",
                "{\"id\":\"\\u0065vt_\\/1\"}",
                "{\"id\":\"\u00e9v\u00e9nement \u65e5\"}",
                "not JSON at all",
                "\u0000\u0001"
            })
    void signsTheBytesWhateverTheyMean(String body) {
        var bytes = body.getBytes(UTF_8);

        assertThat(accepts(header(SECRET, NOW, bytes), bytes)).isTrue();
    }

    @Test
    void takesBytesThatAreNoText() {
        var bytes = "\u00ff\u00fe\u0080".getBytes(ISO_8859_1);

        assertThat(accepts(header(SECRET, NOW, bytes), bytes)).isTrue();
    }

    @Test
    void refusesWhatDiffersInOneByte() {
        var header = header(SECRET, NOW, BODY);
        for (var at = 0; at < BODY.length; at++) {
            var changed = BODY.clone();
            changed[at] ^= 1;

            assertThat(accepts(header, changed)).isFalse();
        }
        assertThat(accepts(header, "".getBytes(UTF_8))).isFalse();
        assertThat(accepts(header, (new String(BODY, UTF_8) + "\n").getBytes(UTF_8)))
                .isFalse();
    }

    @Test
    void refusesAnotherAccountsSecret() {
        assertThat(accepts(header(OTHER, NOW, BODY), BODY)).isFalse();
    }

    @Test
    void takesEachSecretThatIsInUse() {
        var rotating = new StripeSignature(List.of(SECRET, OTHER), Signing.at(NOW));

        for (var secret : List.of(SECRET, OTHER)) {
            var request = request(Map.of("Stripe-Signature", header(secret, NOW, BODY)), BODY);
            assertThat(rotating.check(request)).isPresent();
        }
    }

    @Test
    void takesOneSignatureOfSeveral() {
        var wrong = v1(OTHER, NOW, BODY);
        var right = v1(SECRET, NOW, BODY);

        assertThat(accepts("t=%d,%s,%s".formatted(NOW, wrong, right), BODY)).isTrue();
        assertThat(accepts("t=%d,%s,v0=00".formatted(NOW, right), BODY)).isTrue();
        assertThat(accepts("t=%d, %s".formatted(NOW, right), BODY)).isTrue();
        assertThat(accepts("t=%d,v1=xyz,%s".formatted(NOW, right), BODY)).isTrue();
    }

    @Test
    void refusesAHeaderWithoutAValidSignature() {
        var right = v1(SECRET, NOW, BODY);

        assertThat(accepts("", BODY)).isFalse();
        assertThat(accepts(",", BODY)).isFalse();
        assertThat(accepts("t=" + NOW, BODY)).isFalse();
        assertThat(accepts("t=%d,v1=".formatted(NOW), BODY)).isFalse();
        assertThat(accepts("t=%d,%s".formatted(NOW, right.replace("v1=", "v0=")), BODY))
                .isFalse();
        assertThat(accepts("t=%d,%s".formatted(NOW, right.substring(0, right.length() - 1)), BODY))
                .isFalse();
        assertThat(accepts(right, BODY)).isFalse();
        assertThat(accepts("t=," + right, BODY)).isFalse();
        assertThat(accepts("t=+%d,%s".formatted(NOW, right), BODY)).isFalse();
        assertThat(accepts("t=99999999999999999999," + right, BODY)).isFalse();
    }

    @Test
    void refusesWhatHasNoHeaderOrTwo() {
        var one = request(Map.of("Stripe-Signature", header(SECRET, NOW, BODY)), BODY);

        assertThat(signature.check(request(Map.of(), BODY))).isEmpty();
        assertThat(signature.check(Signing.withEachHeaderTwice(one))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-300, -1, 0, 1, 300})
    void takesAMomentWithinTheTolerance(long skew) {
        assertThat(accepts(header(SECRET, NOW + skew, BODY), BODY)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-NOW, -86_400, -301, 301, 86_400})
    void refusesAMomentBeyondIt(long skew) {
        assertThat(accepts(header(SECRET, NOW + skew, BODY), BODY)).isFalse();
    }

    @Test
    void refusesAFreshMomentThatWasNotSigned() {
        var old = NOW - 1000;

        assertThat(accepts("t=%d,%s".formatted(NOW, v1(SECRET, old, BODY)), BODY))
                .isFalse();
        assertThat(accepts("t=%d,t=%d,%s".formatted(NOW, old, v1(SECRET, old, BODY)), BODY))
                .isFalse();
    }
}
