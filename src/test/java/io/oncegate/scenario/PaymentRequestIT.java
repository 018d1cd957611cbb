package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payments that cannot be asked for. They are refused before anything is stored, and a payment that is open is not. */
class PaymentRequestIT {
    private static final PayingInstance INSTANCE = PayingInstance.shared();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(INSTANCE.service());
    }

    @Test
    void aTenantWithoutAProviderHasNoPayments() {
        var tenant = Tenant.at(INSTANCE.service(), INSTANCE.database());
        var purchase = Purchase.of(tenant.client(), "pm_card");

        var refused = purchase.place();

        assertThatAnswer(refused).isProblem(422, "payment-not-configured");
        assertNothingIsStored(tenant, purchase);
        tenant.change(JsonObject.of("payment_provider", "stripe"));
        assertThat(purchase.placeUntilTold().status()).isEqualTo(201);
    }

    @Test
    void aPaymentThatIsOpenStaysSoWhenItsTenantLosesTheProvider() {
        var tenant = INSTANCE.tenant("stripe");
        var purchase = Purchase.of(tenant.client(), "sandbox:hang_then_apply(4000)");
        assertThat(purchase.place().status()).isEqualTo(202);

        tenant.change(new JsonObject().putNull("payment_provider"));

        assertThat(purchase.place().status()).isEqualTo(202);
        assertThatAnswer(Purchase.of(tenant.client(), "pm_card").place()).isProblem(422, "payment-not-configured");
        var told = purchase.placeUntilTold();
        assertThatAnswer(told).isAnOrder();
        assertThat(Sandbox.shared().charges(purchase.orderId())).hasSize(1);
    }

    @Test
    void anAccountMayWantItsPayersToComeBack() {
        var tenant = INSTANCE.tenant(PayingInstance.COMES_BACK);
        var absent =
                Purchase.withBody(tenant.client(), Bodies.paidOrderOfAnAbsentPayer("user-17", 1999, "RUB", "pm_card"));

        var refused = absent.place();

        assertThatAnswer(refused)
                .isInvalid("/payment/return_url", "is required: the provider may send the payer there");
        assertNothingIsStored(tenant, absent);
        assertThat(Purchase.of(tenant.client(), "pm_card").placeUntilTold().status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({
        "stripe,   1231, KWD, must be a multiple of 10 in KWD",
        "stripe,   1230, MGA, must be a multiple of 100 in MGA",
        "stripe,   5,    CLF, 'must be in a currency that Stripe takes, and CLF is none'",
        "yookassa, 1231, KWD, must be a multiple of 10 in KWD",
        "tbank,    1999, USD, must be in RUB"
    })
    void anAmountThatTheProviderCannotWriteIsRefused(String account, long amount, String currency, String why) {
        var tenant = INSTANCE.tenant(account);
        var purchase = Purchase.withBody(tenant.client(), Bodies.paidOrder("user-17", amount, currency, "pm_card"));

        var refused = purchase.place();

        assertThatAnswer(refused).isInvalid("/amount", why);
        assertNothingIsStored(tenant, purchase);
    }

    private static void assertNothingIsStored(Tenant tenant, Purchase purchase) {
        tenant.assertNothingIsStoredUnder(purchase.key());
        assertThat(tenant.orders()).isZero();
    }
}
