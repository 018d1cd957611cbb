package io.oncegate.webhooks.signature;

import static io.oncegate.webhooks.signature.Signing.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSignatureTest {
    private static final String PASSWORD = "usaf8fw8fsw21g";
    private static final String OTHER = "another";

    private final TokenSignature signature = new TokenSignature(List.of(PASSWORD));

    private static String token(String joined) {
        return HexFormat.of().formatHex(Signing.sha256(joined));
    }

    /** A notification whose values are joined in the order of their names, the password among them. */
    private static String notice(String password) {
        var token = token("19100" + "0" + "21050" + password + "13660" + "CONFIRMED" + "true" + "1234567890DEMO");
        return """
                {"TerminalKey":"1234567890DEMO","OrderId":"21050","Success":true,"Status":"CONFIRMED","PaymentId":13660,
                 "ErrorCode":"0","Amount":19100,"Data":{"Name":"not signed"},"Token":"%s"}""".formatted(token);
    }

    private boolean accepts(String body) {
        return signature.check(request(Map.of(), body)).isPresent();
    }

    @Test
    void takesATokenOverTheScalarsAndThePassword() {
        assertThat(signature.check(request(Map.of(), notice(PASSWORD)))).contains(Proof.OF_THE_BODY);
    }

    @Test
    void countsWhatTheBodyMeansAndNotItsBytes() {
        var notice = notice(PASSWORD);

        assertThat(accepts(notice + "\n")).isTrue();
        assertThat(accepts(notice.replace(":", " :\t"))).isTrue();
        assertThat(accepts(notice.replace("CONFIRMED", "\\u0043ONFIRMED"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "19100 19101",
                "CONFIRMED REJECTED",
                "true false",
                "13660 13661",
                "21050 21051",
                "1234567890DEMO 1234567890LIVE"
            })
    void refusesAnotherValue(String change) {
        var words = change.split(" ");

        assertThat(accepts(notice(PASSWORD).replace(words[0], words[1]))).isFalse();
    }

    @Test
    void refusesWhatCouldMeanTwoThings() {
        var notice = notice(PASSWORD);

        assertThat(accepts(notice.replace("\"Amount\":19100", "\"Amount\":1,\"Amount\":19100")))
                .isFalse();
        assertThat(accepts(notice.replace("\"ErrorCode\"", "\"Password\":\"%s\",\"ErrorCode\"".formatted(PASSWORD))))
                .isFalse();
        assertThat(accepts(notice.replace("\"ErrorCode\"", "\"Extra\":1,\"ErrorCode\"")))
                .isFalse();
    }

    @Test
    void refusesAnotherAccountsPasswordAndTakesEachThatIsInUse() {
        assertThat(accepts(notice(OTHER))).isFalse();

        var rotating = new TokenSignature(List.of(PASSWORD, OTHER));
        assertThat(List.of(PASSWORD, OTHER))
                .allSatisfy(password -> assertThat(rotating.check(request(Map.of(), notice(password))))
                        .isPresent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "1", "\"text\"", "{}", "{\"Token\":1}", "{\"Token\":\"\"}", "{\"Token\":null}"})
    void refusesWhatHasNoToken(String body) {
        assertThat(accepts(body)).isFalse();
    }
}
