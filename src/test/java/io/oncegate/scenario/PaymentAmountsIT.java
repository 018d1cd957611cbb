package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What providers were asked for is what the merchant asked for, each time in the provider's own unit. */
class PaymentAmountsIT {
    private static final int ANY = 200;
    private static final int AT_ONCE = 8;
    private static final int MOST_KOPECKS = 10_000;

    private static final PayingInstance INSTANCE = PayingInstance.shared();
    private static final Sandbox SANDBOX = Sandbox.shared();
    private static final Map<String, Client> CLIENTS = PayingInstance.DIALECTS.stream()
            .collect(Collectors.toMap(
                    account -> account, account -> INSTANCE.tenant(account).client()));

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(INSTANCE.service());
    }

    /** In minor units by ISO 4217; at Stripe in those that its documentation names; at YooKassa with two decimals. */
    @ParameterizedTest
    @CsvSource({
        "RUB, 1999,   1999,   19.99,    1999",
        "USD, 5,      5,      0.05,     5",
        "JPY, 500,    500,    500.00,   500",
        "KWD, 1230,   1230,   1.23,     1230",
        "ISK, 5,      500,    5.00,     5",
        "UGX, 3700,   370000, 3700.00,  3700",
        "MGA, 12300,  123,    123.00,   12300",
        "CLP, 990,    990,    990.00,   990",
        "HUF, 12345,  12345,  123.45,   12345",
        "TWD, 10050,  10050,  100.50,   10050"
    })
    void eachProviderGetsTheAmountInItsOwnUnit(
            String currency, long amount, String stripe, String yookassa, String keyless) {
        assertThat(charged("stripe", amount, currency)).isEqualTo(stripe + " " + currency.toLowerCase(Locale.ROOT));
        assertThat(charged("yookassa", amount, currency)).isEqualTo(yookassa + " " + currency);
        assertThat(charged("keyless", amount, currency)).isEqualTo(keyless + " " + currency);
    }

    @Test
    void tbankGetsKopecks() {
        assertThat(charged("tbank", 1999, "RUB")).isEqualTo("1999 RUB");
    }

    private static String charged(String account, long amount, String currency) {
        var purchase =
                Purchase.withBody(CLIENTS.get(account), Bodies.paidOrder("user-17", amount, currency, "pm_card"));
        assertThat(purchase.placeUntilTold().status()).isEqualTo(201);
        var order = purchase.order();
        assertThat(order.getString("status")).isEqualTo("paid");
        assertThat(order.getLong("amount")).isEqualTo(amount);
        assertThat(order.getString("currency")).isEqualTo(currency);
        var charges = SANDBOX.charges(purchase.orderId());
        assertThat(charges).hasSize(1);
        return inWords(charges.get(0));
    }

    private static String inWords(JsonObject charge) {
        return charge.getString("amount") + " " + charge.getString("currency");
    }

    @Test
    void anyAmountIsExactInMajorUnits() {
        Seeded.run(random -> {
            var people = Executors.newFixedThreadPool(AT_ONCE);
            try {
                var amounts = random.ints(ANY, 1, MOST_KOPECKS + 1).boxed().toList();
                var charged =
                        amounts.stream().map(amount -> charging(amount, people)).toList();
                IntStream.range(0, ANY)
                        .forEach(index -> assertThat(charged.get(index).join())
                                .isEqualTo(BigDecimal.valueOf(amounts.get(index), 2)
                                                .toPlainString() + " RUB"));
            } finally {
                people.shutdownNow();
            }
        });
    }

    private static CompletableFuture<String> charging(long amount, ExecutorService people) {
        return CompletableFuture.supplyAsync(() -> charged("yookassa", amount, "RUB"), people);
    }
}
