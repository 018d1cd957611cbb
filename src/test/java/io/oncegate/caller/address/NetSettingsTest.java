package io.oncegate.caller.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetSettingsTest {

    @Test
    void trustNobodyByDefault() {
        NetConfig config = Settings.of(NetConfig.class);

        assertThat(config.trustedProxies()).isEmpty();
        assertThat(config.forwardedHeader()).isEqualTo(ForwardedHeader.X_FORWARDED_FOR);
        assertThat(NetSettings.complaints(config)).isEmpty();
    }

    @Test
    void nameTheHeaderAsOnTheWire() {
        assertThat(Settings.of(NetConfig.class, Map.of("oncegate.net.forwarded-header", "forwarded"))
                        .forwardedHeader())
                .isEqualTo(ForwardedHeader.FORWARDED);
        assertThat(Settings.of(NetConfig.class, Map.of("oncegate.net.forwarded-header", "x-forwarded-for"))
                        .forwardedHeader())
                .isEqualTo(ForwardedHeader.X_FORWARDED_FOR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/08",
                "10.0.0/8",
                "10.0.0.0/",
                "/8",
                "10.0.0.0/8/8",
                "010.0.0.0/8",
                "2001:db8::/129",
                "::ffff:10.0.0.0/8",
                "fe80::1%eth0",
                "[::1]",
                "*",
            })
    void complainOfAnEntryByItsText(String entry) {
        assertThat(NetSettings.complaints(trusting("192.0.2.1, " + entry + " ,::1")))
                .singleElement()
                .asString()
                .contains("oncegate.net.trusted-proxies", "\"" + entry + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.1.2.3/8, 10.9.9.9, true",
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "192.0.2.1/32, 192.0.2.0, false",
        "192.0.2.0/31, 192.0.2.1, true",
        "192.0.2.0/31, 192.0.2.2, false",
        "192.0.2.1, ::ffff:192.0.2.1, true",
        "::ffff:192.0.2.0/120, 192.0.2.9, true",
        "::ffff:192.0.2.0/120, 192.0.3.9, false",
        "0.0.0.0/0, 203.0.113.9, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "::/0, 2001:db8::1, true",
        "::/0, 203.0.113.9, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "2001:db8::/65, 2001:db8::7fff:ffff:ffff:ffff, true",
        "2001:db8::/65, 2001:db8::8000:0:0:0, false",
        "::1, ::1, true",
        "::1, ::2, false",
        "fe80::/10, fe80::1%eth0, true",
    })
    void trustWhatTheEntriesContain(String entry, String address, boolean trusted) {
        NetConfig config = trusting(entry);

        assertThat(NetSettings.complaints(config)).isEmpty();
        assertThat(TrustedProxies.of(config.trustedProxies().orElse(List.of()))
                        .trust(IpAddress.parse(address).orElseThrow()))
                .isEqualTo(trusted);
    }

    private static NetConfig trusting(String entries) {
        return Settings.of(NetConfig.class, Map.of("oncegate.net.trusted-proxies", entries));
    }
}
