package io.oncegate.caller.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworksTest {
    private static final Networks PUBLISHED =
            Networks.of(List.of("185.71.76.0/27", " 77.75.156.11 ", "2a02:5180::/32", "nowhere"));

    @ParameterizedTest
    @CsvSource({
        "185.71.76.0, true",
        "185.71.76.31, true",
        "185.71.76.32, false",
        "77.75.156.11, true",
        "77.75.156.12, false",
        "2a02:5180:1::1, true",
        "2a02:5181::1, false"
    })
    void holdsTheAddressesOfItsNetworks(String address, boolean held) {
        assertThat(PUBLISHED.hold(ClientAddress.of(IpAddress.parse(address).orElseThrow())))
                .isEqualTo(held);
    }

    @Test
    void holdsNobodyWhoHasNoAddress() {
        assertThat(Networks.of(List.of("0.0.0.0/0", "::/0")).hold(ClientAddress.UNKNOWN))
                .isFalse();
    }

    @Test
    void tellsWhatCannotBeRead() {
        assertThat(Networks.unreadable(List.of("10.0.0.0/8", "10.0.0.0/33", " ::1", "localhost")))
                .containsExactly("10.0.0.0/33", "localhost");
    }
}
