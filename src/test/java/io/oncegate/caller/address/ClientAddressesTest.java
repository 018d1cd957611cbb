package io.oncegate.caller.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.testsupport.LogCapture;
import io.oncegate.testsupport.Settings;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressesTest {

    private static final ClientAddress PROXY = new ClientAddress("10.0.0.1", "10.0.0.1");
    private static final ClientAddress CLIENT = new ClientAddress("203.0.113.7", "203.0.113.7");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void takeThePeer() {
        ClientAddresses addresses = addresses(Map.of());

        assertThat(addresses.of(request("203.0.113.7"))).isEqualTo(CLIENT);
        assertThat(addresses.of(request("2001:db8:1:2:3:4:5:6")))
                .isEqualTo(new ClientAddress("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"));
        assertThat(addresses.of(request("::ffff:203.0.113.7"))).isEqualTo(CLIENT);
    }

    @Test
    void takeTheWordOfATrustedProxy() {
        ClientAddresses addresses = addresses(Map.of("oncegate.net.trusted-proxies", "10.0.0.0/8"));
        HttpServerRequest request = request("10.0.0.1", "x-forwarded-for", "6.6.6.6", "X-Forwarded-For", "203.0.113.7");

        assertThat(addresses.of(request)).isEqualTo(CLIENT);
        assertThat(ignored()).isZero();
    }

    @Test
    void readOnlyTheHeaderThatTheProxiesWrite() {
        Map<String, String> trusted = Map.of("oncegate.net.trusted-proxies", "10.0.0.0/8");
        Map<String, String> byForwarded =
                Map.of("oncegate.net.trusted-proxies", "10.0.0.0/8", "oncegate.net.forwarded-header", "forwarded");
        String[] both = {"X-Forwarded-For", "203.0.113.7", "Forwarded", "for=6.6.6.6"};
        String[] swapped = {"X-Forwarded-For", "6.6.6.6", "Forwarded", "for=203.0.113.7"};

        assertThat(addresses(trusted).of(request("10.0.0.1", both))).isEqualTo(CLIENT);
        assertThat(addresses(byForwarded).of(request("10.0.0.1", swapped))).isEqualTo(CLIENT);
        assertThat(addresses(trusted).of(request("10.0.0.1", "Forwarded", "for=6.6.6.6")))
                .isEqualTo(PROXY);
    }

    @Test
    void areOneWhereThereIsNoAddress() {
        ClientAddresses addresses = addresses(Map.of());

        assertThat(addresses.of(request((SocketAddress) null))).isEqualTo(ClientAddress.UNKNOWN);
        assertThat(addresses.of(request(SocketAddress.domainSocketAddress("/run/oncegate.sock"))))
                .isEqualTo(ClientAddress.UNKNOWN);
        assertThat(addresses.of(request(SocketAddress.domainSocketAddress(""), "X-Forwarded-For", "6.6.6.6")))
                .isEqualTo(ClientAddress.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "127.0.0.1", "192.168.7.7", "172.20.1.1", "fd00::1", "fe80::1%1", "::1"})
    void warnOnceOfAProxyThatNobodyNamed(String peer) {
        ClientAddresses addresses = addresses(Map.of());

        try (LogCapture log = LogCapture.of(ClientAddresses.class)) {
            ClientAddress first = addresses.of(request(peer, "X-Forwarded-For", "6.6.6.6"));
            ClientAddress second = addresses.of(request(peer, "Forwarded", "for=6.6.6.6"));
            ClientAddress direct = addresses.of(request(peer));

            assertThat(first).isEqualTo(second).isEqualTo(direct);
            assertThat(first.text())
                    .isEqualTo(IpAddress.parse(peer).orElseThrow().text());
            assertThat(log.lines()).singleElement().asString().contains("oncegate.net.trusted-proxies", first.text());
            assertThat(ignored()).isEqualTo(2);
        }
    }

    @Test
    void areSilentAboutStrangersWhoForge() {
        ClientAddresses addresses = addresses(Map.of());

        try (LogCapture log = LogCapture.of(ClientAddresses.class)) {
            assertThat(addresses.of(request("203.0.113.7", "X-Forwarded-For", "6.6.6.6")))
                    .isEqualTo(CLIENT);
            assertThat(log.lines()).isEmpty();
            assertThat(ignored()).isZero();
        }
    }

    private double ignored() {
        return meters.get("oncegate.net.forwarded.ignored").counter().count();
    }

    private ClientAddresses addresses(Map<String, String> settings) {
        return new ClientAddresses(Settings.of(NetConfig.class, settings), meters);
    }

    private static HttpServerRequest request(String peer, String... headers) {
        try {
            return request(
                    SocketAddress.inetSocketAddress(new InetSocketAddress(InetAddress.getByName(peer), 4711)), headers);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static HttpServerRequest request(SocketAddress peer, String... headers) {
        MultiMap all = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        return (HttpServerRequest) Proxy.newProxyInstance(
                ClientAddressesTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (request, method, arguments) -> switch (method.getName()) {
                    case "remoteAddress" -> peer;
                    case "headers" -> all;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
