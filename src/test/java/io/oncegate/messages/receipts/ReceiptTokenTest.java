package io.oncegate.messages.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.gateway.ReceiptPlace;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTokenTest {

    private static final String ID = "01JDYZ0F6T7V8W9X0Y1Z2A3B4C";

    /** {@code printf 'kannel receipt:01JDYZ0F6T7V8W9X0Y1Z2A3B4C' | openssl dgst -sha256 -hmac s3cret}. */
    private static final String TOKEN = "40ac603a1d90acbebfed7f16a377c1650f2d731d853bf7e93c7afbbba96dbfd9";

    @Test
    void isTheSameEverywhere() {
        assertThat(ReceiptToken.of("s3cret", ID)).isEqualTo(TOKEN);
    }

    @Test
    void fitsUnderAnyOfTheSecrets() {
        assertThat(ReceiptToken.fits(List.of("s3cret"), ID, TOKEN)).isTrue();
        assertThat(ReceiptToken.fits(List.of("new", "s3cret", "older"), ID, TOKEN))
                .isTrue();
        assertThat(ReceiptToken.fits(List.of("new"), ID, TOKEN)).isFalse();
        assertThat(ReceiptToken.fits(List.of(), ID, TOKEN)).isFalse();
    }

    @Test
    void isOneMessagesAlone() {
        assertThat(ReceiptToken.fits(List.of("s3cret"), "01JDYZ0F6T7V8W9X0Y1Z2A3B4D", TOKEN))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "01JDYZ0F6T7V8W9X0Y1Z2A3B4C", "т"})
    void isNothingElse(String token) {
        assertThat(ReceiptToken.fits(List.of("s3cret"), ID, token)).isFalse();
        assertThat(ReceiptToken.fits(List.of("s3cret"), ID, TOKEN + token + "x"))
                .isFalse();
        assertThat(ReceiptToken.fits(List.of("s3cret"), ID, TOKEN.substring(1))).isFalse();
    }

    @Test
    void isInTheAddressThatKannelIsTold() {
        var place = new ReceiptPlace(URI.create("https://us.example/x"), List.of("s3cret", "old"));

        assertThat(ReceiptAddress.of(place, ID))
                .isEqualTo("https://us.example/x/v1/receipts/kannel/" + ID + "?t=" + TOKEN + "&status=%d");
    }
}
