package io.oncegate.payments.yookassa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.oncegate.outbound.OutboundRequest;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Credentials;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.ProviderOperation;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class YookassaDialectTest {

    private static final ProviderOperation PAY = ProviderOperation.CHARGE;

    private static final Charge CHARGE = new Charge("01K0ORDER", 1, 1050, "RUB", "eyJ0b2tlbiI6MX0", null, "order/42");
    private static final Charge SECOND = new Charge(
            "01K0ORDER", 2, 500, "JPY", "22e18a2f-000f-5000-a000-1db6312b7767", "https://shop.example/b?a=1", "k");

    private final Dialect dialect =
            new YookassaDialect(new Credentials(Optional.of("100500"), Optional.of("test_secret")));

    @Test
    void paysWithATokenOfOnePayment() {
        FrozenRequest request = dialect.freeze(PAY, CHARGE, null, "key-1");

        assertThat(request.target()).isEqualTo("/v3/payments");
        assertThat(body(request))
                .isEqualTo("{\"amount\":{\"value\":\"10.50\",\"currency\":\"RUB\"},\"capture\":true,"
                        + "\"payment_token\":\"eyJ0b2tlbiI6MX0\",\"description\":\"Order 01K0ORDER\","
                        + "\"metadata\":{\"order_id\":\"01K0ORDER\",\"reference\":\"01K0ORDER\","
                        + "\"client_key\":\"order/42\"}}");
    }

    @Test
    void paysWithASavedMethodAndAnAddressToReturnTo() {
        assertThat(body(dialect.freeze(PAY, SECOND, null, "key-1")))
                .isEqualTo("{\"amount\":{\"value\":\"500.00\",\"currency\":\"JPY\"},\"capture\":true,"
                        + "\"payment_method_id\":\"22e18a2f-000f-5000-a000-1db6312b7767\","
                        + "\"confirmation\":{\"type\":\"redirect\",\"return_url\":\"https://shop.example/b?a=1\"},"
                        + "\"description\":\"Order 01K0ORDER\","
                        + "\"metadata\":{\"order_id\":\"01K0ORDER\",\"reference\":\"01K0ORDER-2\","
                        + "\"client_key\":\"k\"}}");
    }

    @Test
    void freezesTheSameBytesEveryTime() {
        assertThat(dialect.freeze(PAY, SECOND, null, "k").body())
                .isEqualTo(dialect.freeze(PAY, SECOND, null, "k").body());
    }

    @Test
    void freezesNothingElse() {
        assertThatThrownBy(() -> dialect.freeze(ProviderOperation.CREATE, CHARGE, null, "k"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leavesWithTheKeyAndTheCredentials() {
        OutboundRequest leaving = dialect.leaving(dialect.freeze(PAY, CHARGE, null, "key-1"));

        assertThat(leaving.method() + " " + leaving.target()).isEqualTo("POST /v3/payments");
        assertThat(leaving.headers())
                .containsExactly(
                        entry("Content-Type", "application/json"),
                        entry("Idempotence-Key", "key-1"),
                        entry("Authorization", "Basic MTAwNTAwOnRlc3Rfc2VjcmV0"));
    }

    @Test
    void asksByIdOnly() {
        OutboundRequest status =
                dialect.status(CHARGE, "29f31de9-000f-5000-a000-109987b98a6a").orElseThrow();

        assertThat(status.method() + " " + status.target())
                .isEqualTo("GET /v3/payments/29f31de9-000f-5000-a000-109987b98a6a");
        assertThat(status.headers()).containsOnlyKeys("Authorization");
        assertThat(dialect.lookUp(CHARGE)).isEmpty();
        assertThat(dialect.cancel(CHARGE, "x")).isEmpty();
    }

    @Test
    void isCompleteWithAShopAndItsSecret() {
        var factory = new YookassaDialectFactory();

        assertThat(factory.isComplete(new Credentials(Optional.of("i"), Optional.of("s"))))
                .isTrue();
        assertThat(factory.isComplete(new Credentials(Optional.empty(), Optional.of("s"))))
                .isFalse();
        assertThat(factory.isComplete(new Credentials(Optional.of("i"), Optional.empty())))
                .isFalse();
        assertThat(factory.home()).hasToString("Optional[https://api.yookassa.ru]");
    }

    private static String body(FrozenRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }
}
