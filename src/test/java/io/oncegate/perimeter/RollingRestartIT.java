package io.oncegate.perimeter;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.perimeter.PerimeterAnswer.assertIsOverloaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.perimeter.SteadyLoad.Order;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FreePort;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances behind a real nginx are ended by SIGTERM and started again, one after the other, under load. */
@Tag("external")
class RollingRestartIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ENDED_BY_A_SIGNAL = 143;
    private static final int MOST_STARTS = 5;
    private static final int SOME = 100;
    /** One of so many is many. */
    private static final int MANY = 20;

    private final Database database = TestServers.shared().freshDatabase();

    @Test
    void failsNoOrder(@TempDir Path folder) {
        try (var one = start();
                var other = start();
                var nginx = Nginx.before(List.of(one.url(), other.url()), folder);
                var load = SteadyLoad.on(nginx.url(), new Instance(database, one)::newMerchant)) {
            load.awaitMore(SOME);

            // When
            restart(one, load);
            restart(other, load);
            load.end();

            // Then
            assertThat(load.broken()).isEmpty();
            load.orders().forEach(RollingRestartIT::assertIsPlaced);
            assertThat(load.orders().stream().flatMap(order -> order.refusals().stream()))
                    .filteredOn(refusal -> !isDraining(refusal))
                    .as("requests that met the very end of an instance")
                    .hasSizeLessThan(load.orders().size() / MANY);
            assertThat(load.orders().stream().map(RollingRestartIT::id)).doesNotHaveDuplicates();
            assertThat(database.count("SELECT count(*) FROM orders"))
                    .isEqualTo(load.orders().size());
        }
    }

    /** As a deployment does it: the next one only when the perimeter gives this one its share again. */
    private static void restart(ServiceProcess instance, SteadyLoad load) {
        assertThat(instance.stop()).isEqualTo(ENDED_BY_A_SIGNAL);
        load.awaitMore(SOME);
        instance.restart();
        await().atMost(PATIENCE).until(() -> hasPlacedOrders(instance));
        load.awaitMore(SOME);
    }

    private static boolean hasPlacedOrders(ServiceProcess instance) {
        return RawHttp.exchange(instance.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text()
                .contains("oncegate_idempotency_requests_total{operation=\"orders\",outcome=\"new\"}");
    }

    /** Whoever was refused was not served: its repetition is the first that did anything. */
    private static void assertIsPlaced(Order order) {
        order.refusals().forEach(RollingRestartIT::assertIsToBeRepeated);
        assertThatAnswer(order.last()).isANewOrder();
    }

    /** By the instance, or by the perimeter where the connection ended with the instance. */
    private static void assertIsToBeRepeated(RawResponse refusal) {
        if (isDraining(refusal)) {
            assertThatAnswer(refusal).isProblem(503, "draining");
            assertThat(Merchant.json(refusal).getBoolean("retryable")).isTrue();
            assertThat(Merchant.json(refusal).getString("next_key")).isEqualTo("same");
        } else {
            assertIsOverloaded(refusal);
        }
    }

    private static boolean isDraining(RawResponse refusal) {
        return refusal.text().contains("/problems/draining");
    }

    private static String id(Order order) {
        return Merchant.json(order.last()).getString("order_id");
    }

    /** On a port that it keeps when it is started again, with the time to leave that ships. */
    private ServiceProcess start() {
        AssertionError last = new AssertionError("No port stays free.");
        for (var start = 1; start <= MOST_STARTS; start++) {
            try {
                return ServiceLaunch.on(database)
                        .with("QUARKUS_HTTP_PORT", String.valueOf(FreePort.next()))
                        .without("ONCEGATE_DRAIN_DELAY")
                        .start();
            } catch (AssertionError taken) {
                last = taken;
            }
        }
        throw last;
    }
}
