package io.oncegate.messages.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.gateway.Receipt.Kind;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class KannelStatusTest {

    @ParameterizedTest
    @CsvSource({
        "1, DELIVERED,",
        "2, UNDELIVERED, undelivered",
        "4, SENT,",
        "8, SENT,",
        "16, UNDELIVERED, refused-by-carrier"
    })
    void tellsWhatBecameOfAMessage(String status, Kind kind, String reason) {
        assertThat(KannelStatus.receipt("01J0", status)).contains(new Receipt("01J0", kind, Optional.empty(), reason));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "0", "3", "31", "32", "01", "+1", "1 ", "%d", "١", "delivered"})
    void tellsNothingElse(String status) {
        assertThat(KannelStatus.receipt("01J0", status)).isEmpty();
    }
}
