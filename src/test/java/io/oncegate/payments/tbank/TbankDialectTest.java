package io.oncegate.payments.tbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.oncegate.outbound.OutboundRequest;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Credentials;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.ProviderOperation;
import io.oncegate.payments.wire.PasswordToken;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TbankDialectTest {

    private static final Charge CHARGE = new Charge("01K0ORDER", 1, 1050, "RUB", "145919", null, "order/42");
    private static final String URL = "https://shop.example/b?a=1";

    private final Dialect dialect = new TbankDialect(new Credentials(Optional.of("1DEMO"), Optional.of("pass")));

    @Test
    void makesAPaymentUnderItsReference() {
        FrozenRequest request = dialect.freeze(ProviderOperation.CREATE, CHARGE, null, "no key is taken");
        String token = PasswordToken.sha256("1050" + "Order 01K0ORDER" + "01K0ORDER" + "pass" + "O" + "1DEMO");

        assertThat(request.target()).isEqualTo("/v2/Init");
        assertThat(request.key()).isNull();
        assertThat(left(request))
                .isEqualTo("{\"TerminalKey\":\"1DEMO\",\"Amount\":1050,\"OrderId\":\"01K0ORDER\",\"PayType\":\"O\","
                        + "\"Description\":\"Order 01K0ORDER\","
                        + "\"DATA\":{\"order_id\":\"01K0ORDER\",\"client_key\":\"order/42\"},"
                        + "\"Token\":\"" + token + "\"}");
    }

    @Test
    void signsTheAddressToReturnTo() {
        Charge second = new Charge("01K0ORDER", 2, 1050, "RUB", "145919", URL, "k");
        String token =
                PasswordToken.sha256("1050" + "Order 01K0ORDER" + URL + "01K0ORDER-2" + "pass" + "O" + URL + "1DEMO");

        assertThat(left(dialect.freeze(ProviderOperation.CREATE, second, null, null)))
                .isEqualTo("{\"TerminalKey\":\"1DEMO\",\"Amount\":1050,\"OrderId\":\"01K0ORDER-2\",\"PayType\":\"O\","
                        + "\"Description\":\"Order 01K0ORDER\",\"SuccessURL\":\"" + URL + "\",\"FailURL\":\"" + URL
                        + "\",\"DATA\":{\"order_id\":\"01K0ORDER\",\"client_key\":\"k\"},\"Token\":\"" + token
                        + "\"}");
    }

    @Test
    void keepsWithinTheLengthsThatAreTaken() {
        String key = "k".repeat(101);
        Charge charge = new Charge("01K0ORDER", 1, 1050, "RUB", "1", URL + "x".repeat(250), key);

        assertThat(body(dialect.freeze(ProviderOperation.CREATE, charge, null, null)))
                .contains("\"client_key_sha256\":\"" + PasswordToken.sha256(key) + "\"")
                .doesNotContain("\"client_key\"", "SuccessURL", "FailURL");
    }

    @Test
    void movesTheMoneyOfASavedMethod() {
        FrozenRequest request = dialect.freeze(ProviderOperation.CONFIRM, CHARGE, "13660", null);
        String token = PasswordToken.sha256("pass" + "13660" + "145919" + "1DEMO");

        assertThat(request.target()).isEqualTo("/v2/Charge");
        assertThat(left(request))
                .isEqualTo("{\"TerminalKey\":\"1DEMO\",\"PaymentId\":\"13660\",\"RebillId\":\"145919\",\"Token\":\""
                        + token + "\"}");
    }

    @Test
    void freezesTheSameBytesEveryTimeAndNoPassword() {
        for (ProviderOperation operation : dialect.descriptor().operations()) {
            byte[] body = dialect.freeze(operation, CHARGE, "13660", null).body();

            assertThat(body)
                    .isEqualTo(dialect.freeze(operation, CHARGE, "13660", null).body());
            assertThat(new String(body, StandardCharsets.UTF_8)).doesNotContain("pass");
        }
    }

    @Test
    void freezesNothingThatIsNoOperationOrLacksItsPayment() {
        assertThatThrownBy(() -> dialect.freeze(ProviderOperation.CHARGE, CHARGE, null, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> dialect.freeze(ProviderOperation.CONFIRM, CHARGE, null, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leavesAsItIsButForItsSignature() {
        FrozenRequest request = dialect.freeze(ProviderOperation.CREATE, CHARGE, null, null);
        OutboundRequest leaving = dialect.leaving(request);

        assertThat(leaving.method() + " " + leaving.target()).isEqualTo("POST /v2/Init");
        assertThat(leaving.headers()).containsExactly(entry("Content-Type", "application/json"));
        assertThat(left(request).replaceFirst(",\"Token\":\"[0-9a-f]{64}\"", ""))
                .isEqualTo(body(request));
    }

    @Test
    void isToldWhatIsSignedByThePasswordThatRequestsAreSignedBy() {
        assertThat(dialect.signingSecret()).contains("pass");
        assertThat(new TbankDialect(new Credentials(Optional.of("1DEMO"), Optional.empty())).signingSecret())
                .isEmpty();
    }

    /** What was frozen before the password changed can still be sent after it. */
    @Test
    void isSignedByThePasswordOfTheMoment() {
        FrozenRequest request = dialect.freeze(ProviderOperation.CONFIRM, CHARGE, "13660", null);
        Dialect later = new TbankDialect(new Credentials(Optional.of("1DEMO"), Optional.of("next")));

        assertThat(new String(later.leaving(request).body(), StandardCharsets.UTF_8))
                .contains(PasswordToken.sha256("next" + "13660" + "145919" + "1DEMO"));
    }

    @Test
    void asksAndCancels() {
        String byId = "{\"TerminalKey\":\"1DEMO\",\"PaymentId\":\"13660\",\"Token\":\""
                + PasswordToken.sha256("pass" + "13660" + "1DEMO") + "\"}";
        String byReference = "{\"TerminalKey\":\"1DEMO\",\"OrderId\":\"01K0ORDER\",\"Token\":\""
                + PasswordToken.sha256("01K0ORDER" + "pass" + "1DEMO") + "\"}";

        assertThat(sent(dialect.status(CHARGE, "13660"))).isEqualTo("POST /v2/GetState " + byId);
        assertThat(sent(dialect.lookUp(CHARGE))).isEqualTo("POST /v2/CheckOrder " + byReference);
        assertThat(sent(dialect.cancel(CHARGE, "13660"))).isEqualTo("POST /v2/Cancel " + byId);
    }

    @ParameterizedTest
    @ValueSource(strings = {"USD", "JPY", "KWD", "ISK", "UGX", "MGA", "CLP", "HUF", "TWD", "EUR"})
    void takesRoublesOnly(String currency) {
        assertThat(dialect.refusal(1000, currency)).contains("must be in RUB");
        assertThat(dialect.refusal(1000, "RUB")).isEmpty();
    }

    @Test
    void writesKopecksAsTheyAre() {
        for (long amount = 1; amount <= 10_000; amount++) {
            Charge charge = new Charge("o", 1, amount, "RUB", "m", null, "k");

            assertThat(body(dialect.freeze(ProviderOperation.CREATE, charge, null, null)))
                    .contains("\"Amount\":" + amount + ",");
        }
    }

    @Test
    void isCompleteWithATerminalAndItsPassword() {
        var factory = new TbankDialectFactory();

        assertThat(factory.isComplete(new Credentials(Optional.of("i"), Optional.of("s"))))
                .isTrue();
        assertThat(factory.isComplete(new Credentials(Optional.empty(), Optional.of("s"))))
                .isFalse();
        assertThat(factory.home()).hasToString("Optional[https://securepay.tinkoff.ru]");
    }

    private static String sent(Optional<OutboundRequest> request) {
        return request.map(sent ->
                        sent.method() + " " + sent.target() + " " + new String(sent.body(), StandardCharsets.UTF_8))
                .orElseThrow();
    }

    private String left(FrozenRequest request) {
        return new String(dialect.leaving(request).body(), StandardCharsets.UTF_8);
    }

    private static String body(FrozenRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }
}
