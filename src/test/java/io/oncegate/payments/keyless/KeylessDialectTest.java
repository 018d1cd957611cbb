package io.oncegate.payments.keyless;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeylessDialectTest {

    private static final ProviderOperation PAY = ProviderOperation.CHARGE;

    private static final Charge CHARGE = new Charge("01K0ORDER", 1, 1050, "EUR", "card-1", null, "k");

    private final Dialect dialect = new KeylessDialect(new Credentials(Optional.empty(), Optional.of("s3cret")));

    @Test
    void chargesInOneRequest() {
        FrozenRequest request = dialect.freeze(PAY, CHARGE, null, "no key is taken");

        assertThat(request.target()).isEqualTo("/charge");
        assertThat(request.key()).isNull();
        assertThat(body(request))
                .isEqualTo("{\"reference\":\"01K0ORDER\",\"amount\":1050,\"currency\":\"EUR\",\"method\":\"card-1\"}");
    }

    @Test
    void tellsTheAddressToReturnTo() {
        Charge second = new Charge("01K0ORDER", 2, 5, "JPY", "card-1", "https://shop.example", "k");

        assertThat(body(dialect.freeze(PAY, second, null, null)))
                .isEqualTo("{\"reference\":\"01K0ORDER-2\",\"amount\":5,\"currency\":\"JPY\",\"method\":\"card-1\","
                        + "\"return_url\":\"https://shop.example\"}");
    }

    @Test
    void freezesTheSameBytesEveryTimeAndNothingElse() {
        assertThat(dialect.freeze(PAY, CHARGE, null, null).body())
                .isEqualTo(dialect.freeze(PAY, CHARGE, null, null).body());
        assertThatThrownBy(() -> dialect.freeze(ProviderOperation.CREATE, CHARGE, null, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leavesWithTheSecretIfThereIsOne() {
        FrozenRequest request = dialect.freeze(PAY, CHARGE, null, null);
        Dialect open = new KeylessDialect(new Credentials(Optional.empty(), Optional.empty()));
        OutboundRequest leaving = dialect.leaving(request);

        assertThat(leaving.method() + " " + leaving.target()).isEqualTo("POST /charge");
        assertThat(leaving.headers())
                .containsExactly(entry("Content-Type", "application/json"), entry("Authorization", "Bearer s3cret"));
        assertThat(open.leaving(request).headers()).containsOnlyKeys("Content-Type");
    }

    @Test
    void canBeAskedNothing() {
        assertThat(dialect.status(CHARGE, "x")).isEmpty();
        assertThat(dialect.lookUp(CHARGE)).isEmpty();
        assertThat(dialect.cancel(CHARGE, "x")).isEmpty();
        assertThat(dialect.descriptor().answersQuestions()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RUB", "USD", "JPY", "KWD", "ISK", "UGX", "MGA", "CLP", "HUF", "TWD"})
    void takesMinorUnitsOfAnyCurrency(String currency) {
        assertThat(dialect.refusal(1001, currency)).isEmpty();
        assertThat(body(dialect.freeze(PAY, new Charge("o", 1, 1001, currency, "m", null, "k"), null, null)))
                .contains("\"amount\":1001,\"currency\":\"" + currency + "\"");
    }

    @Test
    void isCompleteWithASecretAndAtHomeNowhere() {
        var factory = new KeylessDialectFactory();

        assertThat(factory.isComplete(new Credentials(Optional.empty(), Optional.of("s"))))
                .isTrue();
        assertThat(factory.isComplete(new Credentials(Optional.of("i"), Optional.empty())))
                .isFalse();
        assertThat(factory.home()).isEmpty();
    }

    private static String body(FrozenRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }
}
