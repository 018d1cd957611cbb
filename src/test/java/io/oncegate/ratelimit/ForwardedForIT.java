package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whom the packaged service counts by address. It trusts 127.0.0.1; every other address of loopback is a stranger, and
 * each test has its own.
 */
class ForwardedForIT {
    private static final int CAPACITY = 5;
    private static final String HEADER = "X-Forwarded-For";
    private static final String PROXY = "127.0.0.1";

    private static Fleet fleet;

    @BeforeAll
    static void start() {
        fleet = Fleet.start(1, ForwardedForIT::settings);
    }

    private static ServiceLaunch settings(ServiceLaunch launch) {
        return Fleet.limited(launch, "address", CAPACITY, "1/1000s")
                .withProperty("oncegate.net.trusted-proxies", PROXY + "/32");
    }

    @AfterAll
    static void stop() {
        if (fleet != null) {
            fleet.close();
        }
    }

    @Test
    void whatAStrangerWritesIsIgnored() {
        var answers = from("127.0.1.1", 3 * CAPACITY, index -> request("203.0.113." + index));

        assertOnlyTheFirstPass(answers);
        assertThat(from("127.0.1.2", 1, index -> request("203.0.113.1")))
                .extracting(RawResponse::status)
                .containsExactly(401);
    }

    @Test
    void ofWhatAProxyWritesTheLastStrangerCounts() {
        var spoofed =
                from(PROXY, 3 * CAPACITY, index -> request("10.0.0.%d, 198.51.100.1, 127.0.0.1".formatted(index)));

        assertOnlyTheFirstPass(spoofed);
        assertThat(from(PROXY, 1, index -> request("198.51.100.1, 198.51.100.2")))
                .extracting(RawResponse::status)
                .containsExactly(401);
        assertThat(from(PROXY, 1, index -> request("::ffff:198.51.100.1")))
                .extracting(RawResponse::status)
                .containsExactly(429);
    }

    @Test
    void severalLinesAreOneListInTheirOrder() {
        var answers = from(
                PROXY,
                3 * CAPACITY,
                index -> request("192.0.2." + index)
                        .header(HEADER, "198.51.100.9")
                        .header(HEADER, PROXY));

        assertOnlyTheFirstPass(answers);
    }

    @Test
    void aThousandAddressesOfOneNetworkAreOne() {
        var answers = from(
                PROXY, 1000, index -> request("2001:db8:7:1:%x:%x::%x".formatted(index, index % 7, index % 100 + 1)));

        assertOnlyTheFirstPass(answers);
        assertThat(from(PROXY, 1, index -> request("2001:db8:7:2::1")))
                .extracting(RawResponse::status)
                .containsExactly(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                " , ,",
                "unknown",
                "_hidden",
                "localhost",
                "no.such.name.example",
                "1.2.3",
                "1.2.3.4.5",
                "0x7f.1",
                "0177.0.0.1",
                "2130706433",
                "256.1.1.1",
                "1.2.3.4:80",
                "1.2.3.4:",
                "[2001:db8::1]",
                "[2001:db8::1]:443",
                "[2001:db8::1",
                "[]",
                "[]:80",
                "2001:db8::1%eth0",
                "fe80::1%25lo",
                "[fe80::1%lo]:1",
                "::",
                ":::",
                "::ffff:1.2.3.4",
                "::ffff:999.2.3.4",
                "1:2:3:4:5:6:7:8:9",
                "for=1.2.3.4",
                "for=\"[2001:db8::1]:80\";proto=https",
                "\"",
                "\\",
                "%00",
                "\u00e9"
            })
    void garbageIsNoFault(String value) {
        for (var header : List.of(HEADER, "Forwarded")) {
            var answer =
                    from(PROXY, 1, index -> RawRequest.of("GET", "/v1/orders").header(header, value));

            assertThat(answer).extracting(RawResponse::status).isSubsetOf(401, 429);
        }
    }

    @Test
    void fiftyHopsAndMoreAreNoFault() {
        for (var hops : List.of(50, 51, 500)) {
            var chain = IntStream.range(0, hops)
                    .mapToObj(hop -> "192.0.2." + hop % 250)
                    .collect(Collectors.joining(", "));

            assertThat(from(PROXY, 1, index -> request(chain)))
                    .extracting(RawResponse::status)
                    .isSubsetOf(401, 429);
        }
    }

    @Test
    void pathsThatNobodyKnowsAreCounted() {
        var answers = from("127.0.1.3", 2 * CAPACITY, index -> RawRequest.of("GET", "/no/such/path/" + index));

        assertThat(answers.subList(0, CAPACITY))
                .allSatisfy(answer -> assertThatAnswer(answer).isProblem(404, "not-found"));
        assertThat(answers.subList(CAPACITY, answers.size()))
                .allSatisfy(answer -> assertThatAnswer(answer).isProblem(429, "rate-limited"));
    }

    @Test
    void healthAndMetricsAreFree() {
        for (var target : List.of("/q/health/live", "/q/health/ready", "/q/metrics")) {
            for (var index = 0; index < 4 * CAPACITY; index++) {
                assertThat(RawHttp.exchange(service().managementUrl(), RawRequest.of("GET", target))
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    private static ServiceProcess service() {
        return fleet.first();
    }

    /** Without a credential: what passes is refused at no cost. */
    private static RawRequest request(String forwardedFor) {
        return RawRequest.of("GET", "/v1/orders").header(HEADER, forwardedFor);
    }

    private static List<RawResponse> from(String address, int count, IntFunction<RawRequest> request) {
        var answers = new ArrayList<RawResponse>();
        try (var connection = RawHttp.connectFrom(address, service().url())) {
            for (var index = 0; index < count; index++) {
                answers.add(connection.send(request.apply(index)).receive());
            }
        }
        return answers;
    }

    private static void assertOnlyTheFirstPass(List<RawResponse> answers) {
        assertThat(answers.subList(0, CAPACITY)).extracting(RawResponse::status).containsOnly(401);
        assertThat(answers.subList(CAPACITY, answers.size()))
                .extracting(RawResponse::status)
                .containsOnly(429);
    }
}
