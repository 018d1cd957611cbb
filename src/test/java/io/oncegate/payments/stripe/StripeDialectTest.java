package io.oncegate.payments.stripe;

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

class StripeDialectTest {

    private static final Charge CHARGE = new Charge("01K0ORDER", 1, 1050, "EUR", "pm_card_visa", null, "order/42&x=1");
    private static final Charge SECOND =
            new Charge("01K0ORDER", 2, 5, "ISK", "pm_1", "https://shop.example/back?a=1", "k");

    private final Dialect dialect = new StripeDialect(new Credentials(Optional.empty(), Optional.of("sk_test_1")));

    @Test
    void createsAPaymentThatIsNotConfirmed() {
        FrozenRequest request = dialect.freeze(ProviderOperation.CREATE, CHARGE, null, "key-1");

        assertThat(request.target()).isEqualTo("/v1/payment_intents");
        assertThat(body(request))
                .isEqualTo("amount=1050&currency=eur&payment_method=pm_card_visa&payment_method_types%5B%5D=card"
                        + "&capture_method=automatic&metadata%5Border_id%5D=01K0ORDER"
                        + "&metadata%5Breference%5D=01K0ORDER&metadata%5Bclient_key%5D=order%2F42%26x%3D1");
        assertThat(request.key()).isEqualTo("key-1");
    }

    @Test
    void namesALaterAttemptInItsReferenceOnly() {
        assertThat(body(dialect.freeze(ProviderOperation.CREATE, SECOND, null, "key-2")))
                .isEqualTo("amount=500&currency=isk&payment_method=pm_1&payment_method_types%5B%5D=card"
                        + "&capture_method=automatic&metadata%5Border_id%5D=01K0ORDER"
                        + "&metadata%5Breference%5D=01K0ORDER-2&metadata%5Bclient_key%5D=k");
    }

    @Test
    void confirmsWithAnAddressToReturnToIfThereIsOne() {
        FrozenRequest without = dialect.freeze(ProviderOperation.CONFIRM, CHARGE, "pi_1", "key-1");
        FrozenRequest with = dialect.freeze(ProviderOperation.CONFIRM, SECOND, "pi_2", "key-2");

        assertThat(without.target()).isEqualTo("/v1/payment_intents/pi_1/confirm");
        assertThat(body(without)).isEqualTo("payment_method=pm_card_visa");
        assertThat(with.target()).isEqualTo("/v1/payment_intents/pi_2/confirm");
        assertThat(body(with)).isEqualTo("payment_method=pm_1&return_url=https%3A%2F%2Fshop.example%2Fback%3Fa%3D1");
    }

    @Test
    void freezesTheSameBytesEveryTime() {
        for (ProviderOperation operation : dialect.descriptor().operations()) {
            assertThat(dialect.freeze(operation, SECOND, "pi_1", "k").body())
                    .isEqualTo(dialect.freeze(operation, SECOND, "pi_1", "k").body());
        }
    }

    @Test
    void freezesNoCredentials() {
        assertThat(body(dialect.freeze(ProviderOperation.CREATE, CHARGE, null, "k")))
                .doesNotContain("sk_test_1");
    }

    @Test
    void freezesNothingThatIsNoOperationOrLacksItsPayment() {
        assertThatThrownBy(() -> dialect.freeze(ProviderOperation.CHARGE, CHARGE, null, "k"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> dialect.freeze(ProviderOperation.CONFIRM, CHARGE, null, "k"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leavesWithTheKeyAndTheCredentials() {
        OutboundRequest leaving = dialect.leaving(dialect.freeze(ProviderOperation.CREATE, CHARGE, null, "key-1"));

        assertThat(leaving.method()).isEqualTo("POST");
        assertThat(leaving.headers())
                .containsExactly(
                        entry("Content-Type", "application/x-www-form-urlencoded"),
                        entry("Idempotency-Key", "key-1"),
                        entry("Authorization", "Bearer sk_test_1"),
                        entry("Stripe-Version", "2024-06-20"));
    }

    @Test
    void asksByIdAndByReference() {
        OutboundRequest status = dialect.status(CHARGE, "pi_1").orElseThrow();
        OutboundRequest lookUp = dialect.lookUp(SECOND).orElseThrow();

        assertThat(status.method() + " " + status.target()).isEqualTo("GET /v1/payment_intents/pi_1");
        assertThat(lookUp.method() + " " + lookUp.target())
                .isEqualTo("GET /v1/payment_intents/search"
                        + "?query=metadata%5B%27reference%27%5D%3A%2701K0ORDER-2%27&limit=100");
        assertThat(status.headers())
                .containsExactly(entry("Authorization", "Bearer sk_test_1"), entry("Stripe-Version", "2024-06-20"));
        assertThat(status.body()).isEmpty();
    }

    @Test
    void cancelsById() {
        OutboundRequest cancel = dialect.cancel(CHARGE, "pi_1").orElseThrow();

        assertThat(cancel.method() + " " + cancel.target()).isEqualTo("POST /v1/payment_intents/pi_1/cancel");
        assertThat(cancel.headers()).containsEntry("Authorization", "Bearer sk_test_1");
    }

    @Test
    void keepsAStrangeIdInsideItsSegment() {
        assertThat(dialect.status(CHARGE, "../customers?x=").orElseThrow().target())
                .isEqualTo("/v1/payment_intents/..%2Fcustomers%3Fx%3D");
    }

    @Test
    void isCompleteWithASecret() {
        var factory = new StripeDialectFactory();

        assertThat(factory.isComplete(new Credentials(Optional.empty(), Optional.of("s"))))
                .isTrue();
        assertThat(factory.isComplete(new Credentials(Optional.of("i"), Optional.empty())))
                .isFalse();
        assertThat(factory.name()).isEqualTo("stripe");
        assertThat(factory.home()).hasToString("Optional[https://api.stripe.com]");
    }

    private static String body(FrozenRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }
}
