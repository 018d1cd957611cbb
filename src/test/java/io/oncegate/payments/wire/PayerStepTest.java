package io.oncegate.payments.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Declined;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayerStepTest {

    private static final String LONGEST = "https://bank.example/" + "x".repeat(2027);

    @ParameterizedTest
    @ValueSource(
            strings = {"https://bank.example/3ds?a=b%20c", "http://127.0.0.1:9099/stripe/3ds", "HTTPS://bank.example"})
    void isAnAddressForABrowser(String url) {
        assertThat(PayerStep.at(Optional.of(url), charge(null), "id")).isEqualTo(new ActionRequired("id", url));
    }

    @Test
    void hasAnAddressOfAtMost2048Characters() {
        assertThat(LONGEST).hasSize(2048);
        assertThat(PayerStep.canBeOpened(LONGEST)).isTrue();
        assertThat(PayerStep.canBeOpened(LONGEST + "x")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "ftp://bank.example",
                "//bank.example",
                "https:///x",
                "https://a b/",
                "x",
                "intent://pay#Intent;end",
                "https://bank.example/\nX: y",
                "https://bank.example/<script>"
            })
    void isOpenAtAnyOtherAddress(String url) {
        assertThat(PayerStep.at(Optional.of(url), charge(null), "id")).isEqualTo(Doubt.NO_REDIRECT);
        assertThat(PayerStep.at(Optional.of(url), charge("https://shop.example"), "id"))
                .isEqualTo(Doubt.NO_REDIRECT);
    }

    @Test
    void isADeclineWhereNobodyCanBeSentAnywhere() {
        assertThat(PayerStep.at(Optional.empty(), charge(null), "id"))
                .isEqualTo(new Declined("authentication_required", Optional.of("id")));
    }

    @Test
    void isOpenWhereAnAddressWasToBeExpected() {
        assertThat(PayerStep.at(Optional.empty(), charge("https://shop.example"), "id"))
                .isEqualTo(Doubt.NO_REDIRECT);
    }

    private static Charge charge(String returnUrl) {
        return new Charge("order", 1, 1, "EUR", "method", returnUrl, "key");
    }
}
