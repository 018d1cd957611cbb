package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.ratelimit.Fleet.passed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Merchant;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An operator changes limits at one of two packaged instances while callers meet both. */
class LimitChangesIT {
    /** Two seconds are promised; the rest is for a machine that is busy with other tests. */
    private static final Duration FELT = Duration.ofSeconds(5);

    private static final int CHANGES = 20;
    private static final int LARGEST_CAPACITY = 50;
    private static final List<String> REFILLS = List.of("1/10s", "1/s", "5/s", "20/s");
    private static final int LARGEST_EACH_SECOND = 20;

    private static Fleet fleet;

    private final Merchant merchant = fleet.newMerchant();

    @BeforeAll
    static void start() {
        fleet = Fleet.start(2, launch -> Fleet.limited(Fleet.patient(launch), "client", 3, "1/1000s"));
        fleet.warmUp();
    }

    @AfterAll
    static void stop() {
        if (fleet != null) {
            fleet.close();
        }
    }

    @Test
    void aTenantsRaisedLimitIsFeltThoughItsRefusalsAreRemembered() {
        hammer();

        fleet.changeOf(merchant, "client", 50, "50/s");

        assertThatBothFeelIt();
    }

    @Test
    void aLimitRaisedForAllIsFeltThoughRefusalsAreRemembered() {
        try {
            hammer();

            fleet.change("/admin/v1/limits/client", body(50, "50/s"));

            assertThatBothFeelIt();
        } finally {
            fleet.change("/admin/v1/limits/client", body(3, "1/1000s"));
            awaitLimit(fleet.newMerchant(), 3);
        }
    }

    /** Until both instances refuse from memory. */
    private void hammer() {
        assertThat(passed(fleet.inTurn(merchant, 20))).isEqualTo(3);
        for (var service : fleet.services()) {
            assertThat(Vitals.counted(service, "oncegate_ratelimit_decisions_total", "source=\"cache\""))
                    .isPositive();
        }
    }

    /** Asking all the time keeps the memory hot. */
    private void assertThatBothFeelIt() {
        for (var index = 0; index < 2; index++) {
            var there = fleet.at(index, merchant);
            await().atMost(FELT)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> there.get(Fleet.READ).status() == 200);
        }
    }

    @Test
    void aLoweredLimitClampsWhatIsLeft() {
        // Given
        fleet.changeOf(merchant, "client", 100, "1/1000s");
        awaitLimit(merchant, 100);
        assertThat(passed(fleet.inTurn(merchant, 10))).isEqualTo(10);

        // When
        fleet.changeOf(merchant, "client", 10, "1/1000s");
        awaitLimit(merchant, 10);

        // Then
        assertThat(Vitals.limit(merchant, "client").getLong("remaining")).isEqualTo(10);
        assertThat(passed(fleet.atOnce(merchant, 40))).isEqualTo(10);
    }

    @Test
    void theDegradedProfileIsAdvertisedAndReturns() {
        fleet.changeOf(merchant, "client", 40, "20/s");
        awaitAdvertised(40);
        try {
            fleet.change("/admin/v1/profile", new JsonObject().put("profile", "degraded"));
            awaitAdvertised(20);
        } finally {
            fleet.change("/admin/v1/profile", new JsonObject().put("profile", "normal"));
        }
        awaitAdvertised(40);
    }

    private void awaitAdvertised(int capacity) {
        for (var index = 0; index < 2; index++) {
            var there = fleet.at(index, merchant);
            await().atMost(FELT)
                    .untilAsserted(() -> assertThat(there.get(Fleet.READ).header("RateLimit"))
                            .hasValueSatisfying(value -> assertThat(value).startsWith("limit=" + capacity + ",")));
        }
    }

    @Test
    void changesUnderLoadBreakNothingAndGrantNoMoreThanTheLargest() throws Exception {
        var seed = Long.getLong("ratelimit.seed", System.nanoTime());
        var random = new Random(seed);
        var stop = new AtomicBoolean();
        var threads = Executors.newFixedThreadPool(4);
        var begun = System.nanoTime();
        try {
            // Given
            List<Future<Long>> load = new ArrayList<>();
            for (var client = 0; client < 4; client++) {
                load.add(threads.submit(load(client % 2, stop)));
            }

            // When
            for (var change = 0; change < CHANGES; change++) {
                var capacity = 1 + random.nextInt(LARGEST_CAPACITY);
                fleet.changeOf(merchant, "client", capacity, REFILLS.get(random.nextInt(REFILLS.size())));
                awaitLimit(merchant, capacity);
            }
            stop.set(true);

            // Then
            var total = 0L;
            for (var end : load) {
                total += end.get();
            }
            var seconds = (System.nanoTime() - begun) / 1e9;
            assertThat(total)
                    .as("-Dratelimit.seed=%d", seed)
                    .isBetween(3L, LARGEST_CAPACITY + (long) Math.ceil(LARGEST_EACH_SECOND * seconds) + 1);
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    private Callable<Long> load(int index, AtomicBoolean stop) {
        var there = fleet.at(index, merchant);
        return () -> {
            var passed = 0L;
            while (!stop.get()) {
                var answer = there.get(Fleet.READ);
                if (answer.status() == 200) {
                    passed++;
                } else {
                    assertThatAnswer(answer).isProblem(429, "rate-limited");
                }
            }
            return passed;
        };
    }

    private static void awaitLimit(Merchant merchant, long capacity) {
        for (var index = 0; index < 2; index++) {
            var there = fleet.at(index, merchant);
            await().atMost(FELT).until(() -> Vitals.limit(there, "client").getLong("capacity") == capacity);
        }
    }

    private static JsonObject body(long capacity, String refill) {
        return new JsonObject().put("capacity", capacity).put("refill", refill);
    }
}
