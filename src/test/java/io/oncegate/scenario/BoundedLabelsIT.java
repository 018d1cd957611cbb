package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.Scrape;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever callers think of, no metric has a series for it. */
class BoundedLabelsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CALLERS = 15;
    private static final String NETWORK = "198.51.100.";

    /** Garbage collections and pools of threads appear when they happen. */
    private static final int OF_THE_PROCESS = 50;

    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        service = PayingInstance.on(database, Sandbox.shared().url())
                .with("ONCEGATE_NET_TRUSTED_PROXIES", "127.0.0.0/8")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_EXPORT_CAPACITY", "1")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_EXPORT_REFILL", "1/1000s")
                .start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** A caller of its own in all that a caller can choose, and the words that are its alone. */
    private static final class Caller {
        private final int number;
        private final Tenant tenant = Tenant.payingThrough("stripe", service, database);
        private final Client client;
        private final Set<String> words = new HashSet<>();

        Caller(int number) {
            this.number = number;
            this.client = tenant.client(own("program"));
            words.add(tenant.id());
            words.add(client.apiKey());
            words.add(NETWORK);
        }

        private String own(String word) {
            var own = "%s-%d".formatted(word, number);
            words.add(own);
            return own;
        }

        private RawRequest marked(RawRequest request) {
            return request.header("X-Forwarded-For", NETWORK + number)
                    .header("User-Agent", own("agent"))
                    .header("X-Request-Id", own("request"))
                    .header("Origin", "https://" + own("origin") + ".example");
        }

        private void send(RawRequest request) {
            assertThat(RawHttp.exchange(service.url(), marked(request)).status())
                    .isLessThan(500);
        }

        private void callInAllWays() {
            var key = own("key");
            var paid = client.placeOrder(key, Bodies.paidOrder(own("user"), 100 + number, "RUB", "pm_card"));
            assertThat(paid.status()).as(paid::text).isEqualTo(201);
            var sent = client.sendMessage(own("message"), Bodies.message(own("text")));
            assertThat(sent.status()).as(sent::text).isEqualTo(202);
            for (var export = 0; export < 2; export++) {
                send(client.get("/v1/orders/export?" + own("cursor") + "=" + own("value")));
            }
            send(client.get("/v1/orders/" + own("order")));
            send(client.get("/v1/idempotency-keys/orders").header("Idempotency-Key", key));
            send(client.get("/" + own("path")));
            send(client.get("/v1/" + own("path") + "/" + own("deeper")));
            send(RawRequest.of("GET", "/v1/orders").header("X-Api-Key", own("og_wrong")));
            send(RawRequest.of(own("BREW"), "/v1/orders"));
            send(RawRequest.of("OPTIONS", "/v1/" + own("preflight")).header("Access-Control-Request-Method", "POST"));
            send(client.post("/v1/orders")
                    .header("Idempotency-Key", own("typed"))
                    .header("Content-Type", "text/" + own("type"))
                    .body(own("body")));
            send(RawRequest.of("POST", "/v1/webhooks/" + own("account")).body("{}"));
        }
    }

    @Test
    void seriesAreAsManyAfterManyCallersAsAfterOne() {
        // Given
        assertThat(call(0)).isNotEmpty();
        var one = seriesAtRest();

        // When
        var words = IntStream.rangeClosed(1, CALLERS)
                .mapToObj(BoundedLabelsIT::call)
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
        var many = seriesAtRest();

        // Then
        assertThat(ofTheService(many)).containsExactlyInAnyOrderElementsOf(ofTheService(one));
        assertThat(many).hasSizeLessThan(one.size() + OF_THE_PROCESS);
        assertThat(Scrape.of(service).labelValues())
                .allSatisfy(value -> assertThat(words).noneMatch(value::contains));
    }

    private static Set<String> call(int number) {
        var caller = new Caller(number);
        caller.callInAllWays();
        return caller.words;
    }

    /** What is counted after the answers has been counted when two looks in a row see the same. */
    private static Set<String> seriesAtRest() {
        var seen = new HashSet<Set<String>>();
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> Scrape.of(service).values().keySet(), series -> !seen.add(series));
    }

    private static List<String> ofTheService(Set<String> series) {
        return series.stream()
                .filter(each -> each.startsWith("oncegate_") || each.startsWith("http_"))
                .toList();
    }
}
