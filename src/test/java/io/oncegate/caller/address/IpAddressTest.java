package io.oncegate.caller.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

    private static final long SEED = 20_260_731;

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, 192.0.2.1",
        "0.0.0.0, 0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255, 255.255.255.255",
        "::ffff:192.0.2.1, 192.0.2.1, 192.0.2.1",
        "::FFFF:c000:0201, 192.0.2.1, 192.0.2.1",
        "0:0:0:0:0:ffff:192.0.2.1, 192.0.2.1, 192.0.2.1",
        "::192.0.2.1, 192.0.2.1, 192.0.2.1",
        "::, ::, ::/64",
        "::1, ::1, ::/64",
        "2001:db8::1, 2001:db8::1, 2001:db8::/64",
        "2001:DB8:0:0:0:0:0:1, 2001:db8::1, 2001:db8::/64",
        "2001:0db8:0001:0002:0003:0004:0005:0006, 2001:db8:1:2:3:4:5:6, 2001:db8:1:2::/64",
        "2001:db8:1:2:3:4:5::, 2001:db8:1:2:3:4:5:0, 2001:db8:1:2::/64",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8, 0:2:3:4::/64",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3, 1:0:0:2::/64",
        "1:0:2:0:3:0:4:0, 1:0:2:0:3:0:4:0, 1:0:2::/64",
        "64:ff9b::192.0.2.33, 64:ff9b::c000:221, 64:ff9b::/64",
        "fe80::1%eth0, fe80::1, fe80::/64",
        "fe80::1%25eth0, fe80::1, fe80::/64",
    })
    void hasOneTextAndOneSubject(String written, String text, String subject) {
        IpAddress address = IpAddress.parse(written).orElseThrow();

        assertThat(address.text()).isEqualTo(text);
        assertThat(address.subject()).isEqualTo(subject);
        assertThat(IpAddress.parse(text)).contains(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "localhost",
                "example.com",
                "1.2.3",
                "1.2.3.",
                "1.2.3.4.",
                ".1.2.3.4",
                "1..2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "1.2.3.-4",
                "1.2.3.+4",
                "1.2.3.4 ",
                "010.0.0.1",
                "1.2.3.00",
                "0x7f.1",
                "0x7f.0.0.1",
                "0x7f000001",
                "2130706433",
                "127.1",
                "1.2.3.0x4",
                "1.2.3.4%eth0",
                "1.2.3.\u0664",
                ":",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:",
                ":1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7::8",
                "1:2:3:4::5:6:7:8",
                "12345::",
                "g::",
                "-1::",
                "::\u0661",
                "::0x1",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "::1.2.3",
                "::01.2.3.4",
                "::256.2.3.4",
                "1:2:3:4:5:6:7:1.2.3.4",
                "fe80::1%",
                "[::1]",
                "::1/64",
            })
    void takesNothingElse(String written) {
        assertThat(IpAddress.parse(written)).isEmpty();
    }

    @Test
    void readsWhatThePlatformReads() throws UnknownHostException {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[16];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
            }
            // Not an IPv4-compatible one, which we take for IPv4 and the platform does not.
            bytes[0] |= 1;
            InetAddress platform = InetAddress.getByAddress(bytes);
            IpAddress ours = IpAddress.parse(platform.getHostAddress()).orElseThrow();

            assertThat(InetAddress.getByName(ours.text())).as("seed %d", SEED).isEqualTo(platform);
            assertThat(IpAddress.parse(ours.text())).as("seed %d", SEED).contains(ours);
        }
    }

    @Test
    void survivesGarbage() {
        Random random = new Random(SEED);
        String alphabet = "0123456789abcdefx.:%[]/ \"\\,;=-_\u00e9";
        for (int i = 0; i < 100_000; i++) {
            StringBuilder garbage = new StringBuilder();
            for (int length = random.nextInt(30); length > 0; length--) {
                garbage.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            IpAddress.parse(garbage.toString())
                    .ifPresent(read -> assertThat(IpAddress.parse(read.text()))
                            .as("seed %d: %s", SEED, garbage)
                            .contains(read));
        }
    }

    @Test
    void countsAThousandAddressesOfOneCustomerAsOne() {
        Random random = new Random(SEED);

        assertThat(random.longs(1000)
                        .mapToObj(low -> new IpAddress(0x20010db8_00000007L, low))
                        .map(address -> IpAddress.parse(address.text()).orElseThrow())
                        .map(IpAddress::subject)
                        .distinct())
                .containsExactly("2001:db8:0:7::/64");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, true",
        "9.255.255.255, false",
        "11.0.0.0, false",
        "127.0.0.1, true",
        "172.15.255.255, false",
        "172.16.0.0, true",
        "172.31.255.255, true",
        "172.32.0.0, false",
        "192.168.1.1, true",
        "192.169.0.0, false",
        "169.254.1.1, true",
        "192.0.2.1, false",
        "::ffff:10.0.0.1, true",
        "::1, true",
        "::2, false",
        "fc00::1, true",
        "fdff::1, true",
        "fe00::1, false",
        "fe80::1%eth0, true",
        "febf::1, true",
        "fec0::1, false",
        "2001:db8::1, false",
    })
    void knowsWhatIsPrivate(String written, boolean expected) {
        assertThat(IpAddress.parse(written).orElseThrow().isPrivate()).isEqualTo(expected);
    }
}
