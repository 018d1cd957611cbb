package io.oncegate.caller.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxies 10.0.0.0/8 and 2001:db8:a::/48 are trusted, and the peer is 10.0.0.1 unless a test says otherwise. */
class ForwardedChainTest {

    private static final long SEED = 20_260_801;
    private static final String PEER = "10.0.0.1";
    private static final TrustedProxies TRUSTED = TrustedProxies.of(List.of("10.0.0.0/8", "2001:db8:a::/48"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "203.0.113.7 | 203.0.113.7",
                "  203.0.113.7\t | 203.0.113.7",
                "203.0.113.7:4711 | 203.0.113.7",
                "6.6.6.6, 203.0.113.7 | 203.0.113.7",
                "6.6.6.6, 203.0.113.7, 10.0.0.2 | 203.0.113.7",
                "6.6.6.6, 203.0.113.7, 10.0.0.2, 2001:db8:a::1 | 203.0.113.7",
                "203.0.113.7,10.0.0.2,10.0.0.3:80,[2001:db8:a::1]:443 | 203.0.113.7",
                "6.6.6.6 / 203.0.113.7 | 203.0.113.7",
                "6.6.6.6, 203.0.113.7 / 10.0.0.2 | 203.0.113.7",
                "203.0.113.7 / 10.0.0.3 / 10.0.0.2 | 203.0.113.7",
                "203.0.113.7,,, 10.0.0.2 ,, | 203.0.113.7",
                "2001:db8::7 | 2001:db8::7",
                "[2001:db8::7] | 2001:db8::7",
                "[2001:db8::7]:4711 | 2001:db8::7",
                "[fe80::7%eth0]:4711 | fe80::7",
                "fe80::7%eth0 | fe80::7",
                "::ffff:203.0.113.7 | 203.0.113.7",
                "[::ffff:203.0.113.7]:80 | 203.0.113.7",
                "::ffff:10.0.0.9, 203.0.113.7, ::ffff:10.0.0.9 | 203.0.113.7",
                "garbage, 203.0.113.7 | 203.0.113.7",
                "10.0.0.4, 10.0.0.3, 10.0.0.2 | 10.0.0.4",
                "10.0.0.4 | 10.0.0.4",
            })
    void takesTheRightMostUntrustedHop(String lines, String client) {
        assertThat(client(ForwardedHeader.X_FORWARDED_FOR, PEER, lines)).isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=203.0.113.7 | 203.0.113.7",
                "For=\"203.0.113.7\" | 203.0.113.7",
                "FOR=203.0.113.7:4711 | 203.0.113.7",
                "for=\"203.0.113.7:4711\" | 203.0.113.7",
                "for=\"203.0.113.7:_port\" | 203.0.113.7",
                "for=\"[2001:db8::7]:8080\" | 2001:db8::7",
                "for=\"[2001:db8::7]\" | 2001:db8::7",
                "for=\"[2001:db8::7]:_obf\" | 2001:db8::7",
                "for=[2001:db8::7] | 2001:db8::7",
                "for=\"2001:db8::7\" | 2001:db8::7",
                "for=\"\\2\\03.0.113.7\" | 203.0.113.7",
                "for=203.0.113.7;proto=https;by=10.0.0.1 | 203.0.113.7",
                "proto=https;for=203.0.113.7;host=\"a,b;c\" | 203.0.113.7",
                "proto=https ; for=203.0.113.7 | 203.0.113.7",
                "host=\"for=6.6.6.6\";for=203.0.113.7 | 203.0.113.7",
                "host=\", for=6.6.6.6, \";for=203.0.113.7 | 203.0.113.7",
                "host=\"\\\", for=6.6.6.6, \\\"\";for=203.0.113.7 | 203.0.113.7",
                "for=203.0.113.7;host=\"ends in \\\\\" | 203.0.113.7",
                "for=6.6.6.6, for=203.0.113.7, for=10.0.0.2 | 203.0.113.7",
                "for=6.6.6.6, for=203.0.113.7 / for=10.0.0.2;proto=http | 203.0.113.7",
                "for=6.6.6.6 / for=203.0.113.7, for=\"[2001:db8:a::1]:80\" | 203.0.113.7",
                "for=10.0.0.4, for=10.0.0.3 | 10.0.0.4",
            })
    void takesTheRightMostUntrustedNode(String lines, String client) {
        assertThat(client(ForwardedHeader.FORWARDED, PEER, lines)).isEqualTo(client);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown",
                "_hidden",
                "localhost",
                "example.com:80",
                "0x7f.1",
                "010.0.0.1",
                "1.2.3",
                "1.2.3.4:",
                "1.2.3.4:port",
                "1.2.3.4:123456",
                "[1.2.3.4]",
                "[1.2.3.4]:80",
                "[2001:db8::7",
                "[2001:db8::7]80",
                "[2001:db8::7]:",
                "[]",
                "[]:80",
                "\"203.0.113.7\"",
                "203.0.113.7 10.0.0.1",
                "1:2:3:4:5:6:7:8:9",
                "[fe80::7%",
                "203.0.113.7, unknown",
                "203.0.113.7, _hidden, 10.0.0.2",
                "203.0.113.7 / garbage",
            })
    void takesThePeerWhereAHopIsGarbage(String lines) {
        assertThat(client(ForwardedHeader.X_FORWARDED_FOR, PEER, lines)).isEqualTo(PEER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "203.0.113.7",
                "for",
                "for=",
                "for=\"\"",
                "for=unknown",
                "for=_hidden",
                "for = 203.0.113.7",
                "proto=https",
                "by=203.0.113.7",
                "xfor=203.0.113.7",
                "for=203.0.113.7;for=203.0.113.8",
                "for=\"203.0.113.7",
                "for=203.0.113.7\"",
                "for=6.6.6.6, proto=https",
                "for=6.6.6.6, for=\"[1.2.3.4]\"",
            })
    void takesThePeerWhereANodeIsGarbage(String lines) {
        assertThat(client(ForwardedHeader.FORWARDED, PEER, lines)).isEqualTo(PEER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for=\"",
                "for=\"6.6.6.6",
                "for=6.6.6.6;host=\"",
                "\"",
                "\\",
                "for=\"\\",
                "\"\"\"",
                "for=6.6.6.6, host=\"\\\"",
                ";;;=",
            })
    void whatAClientLeavesOpenDoesNotSwallowWhatAProxyAdds(String fromTheClient) {
        for (String added : List.of("for=203.0.113.7", "for=\"203.0.113.7\"", "proto=http;for=\"203.0.113.7:80\"")) {
            assertThat(client(ForwardedHeader.FORWARDED, PEER, fromTheClient + ", " + added))
                    .as(added)
                    .isEqualTo("203.0.113.7");
            assertThat(client(ForwardedHeader.FORWARDED, PEER, fromTheClient + ", " + added + ", for=10.0.0.2"))
                    .as(added)
                    .isEqualTo("203.0.113.7");
        }
    }

    @ParameterizedTest
    @EnumSource(ForwardedHeader.class)
    void believesNobodyElse(ForwardedHeader header) {
        assertThat(client(header, "203.0.113.1", "for=6.6.6.6")).isEqualTo("203.0.113.1");
        assertThat(client(header, "203.0.113.1", "6.6.6.6")).isEqualTo("203.0.113.1");
        assertThat(client(header, "11.0.0.1", "6.6.6.6")).isEqualTo("11.0.0.1");
    }

    @ParameterizedTest
    @EnumSource(ForwardedHeader.class)
    void takesThePeerWhereNothingIsSaid(ForwardedHeader header) {
        assertThat(client(header, PEER)).isEqualTo(PEER);
        assertThat(client(header, PEER, "")).isEqualTo(PEER);
        assertThat(client(header, PEER, " , ,, / , ")).isEqualTo(PEER);
    }

    @Test
    void looksAtFiftyHopsAndNotAtOneMore() {
        String fortyNine = proxies(49);
        String fifty = proxies(50);

        assertThat(client(ForwardedHeader.X_FORWARDED_FOR, PEER, "203.0.113.7, " + fortyNine))
                .isEqualTo("203.0.113.7");
        assertThat(client(ForwardedHeader.X_FORWARDED_FOR, PEER, "203.0.113.7, " + fifty))
                .isEqualTo("10.1.0.0");
    }

    @Test
    void isCheapForTheLargestHeaders() {
        List<String> worst = List.of(
                ",".repeat(16_384),
                "\"".repeat(16_384),
                "\\".repeat(16_383) + "\"",
                "\\\"".repeat(8_192),
                "\"" + "\\\"".repeat(8_191),
                ";".repeat(16_384),
                "for=\"" + "\\\\".repeat(8_000) + "\"",
                "1".repeat(16_384),
                ":".repeat(16_384),
                "[".repeat(16_384),
                "for=" + ":".repeat(16_384),
                "10.0.0.1,".repeat(1_800));

        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (String line : worst) {
                for (ForwardedHeader header : ForwardedHeader.values()) {
                    for (int i = 0; i < 200; i++) {
                        assertThat(client(header, PEER, line)).isIn(PEER, "10.0.0.1");
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource(ForwardedHeader.class)
    void survivesGarbage(ForwardedHeader header) {
        Random random = new Random(SEED);
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            String garbage = new String(bytes, StandardCharsets.ISO_8859_1) + "for=\"".repeat(random.nextInt(2));

            assertThat(client(header, PEER, garbage, garbage))
                    .as("seed %d, round %d", SEED, i)
                    .isNotNull();
        }
    }

    /** What a client writes stands left of what the first proxy adds, and must never decide. */
    @ParameterizedTest
    @EnumSource(ForwardedHeader.class)
    void noClientChoosesItsAddress(ForwardedHeader header) {
        Random random = new Random(SEED);
        String alphabet = "0123456789.:,;=\"\\[]for _";
        for (int i = 0; i < 50_000; i++) {
            String fromTheClient = random.ints(random.nextInt(40), 0, alphabet.length())
                    .mapToObj(at -> alphabet.substring(at, at + 1))
                    .collect(Collectors.joining());
            String added = header == ForwardedHeader.FORWARDED ? "for=\"[2001:db8::7]:80\";proto=http" : "2001:db8::7";

            assertThat(client(header, PEER, fromTheClient + ", " + added))
                    .as("seed %d: %s", SEED, fromTheClient)
                    .isEqualTo("2001:db8::7");
        }
    }

    private static String proxies(int count) {
        List<String> addresses =
                IntStream.range(0, count).mapToObj(i -> "10.1.0." + i).collect(Collectors.toList());
        return String.join(", ", addresses);
    }

    /** {@code lines}: header lines, also within one string, separated by a slash. */
    private static String client(ForwardedHeader header, String peer, String... lines) {
        List<String> received = lines.length == 0
                ? Collections.emptyList()
                : Arrays.asList(String.join(" / ", lines).split(" / ", -1));
        return new ForwardedChain(TRUSTED, header)
                .client(IpAddress.parse(peer).orElseThrow(), received)
                .text();
    }
}
