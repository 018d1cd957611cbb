package io.oncegate.overload;

import static io.oncegate.overload.CrowdedInstance.ORDER;
import static io.oncegate.overload.CrowdedInstance.PERMITS;
import static io.oncegate.overload.CrowdedInstance.QUEUE;
import static io.oncegate.overload.CrowdedInstance.order;
import static io.oncegate.overload.CrowdedInstance.receive;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Clients that go away at any point of their request leave nothing behind: no permit, no place, nothing that waits. */
class CutRequestsIT {
    private static final int TIMES = 1000;
    private static final int CONCURRENT = 25;
    private static final int LONGEST_STAY_MICROS = 20_000;

    @Test
    void permitsAndDepthAreBackToZeroAndFullConcurrencyIsAvailable() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var vertx = Vertx.vertx();
        try (var crowded = CrowdedInstance.start()) {
            var merchant = crowded.merchant();
            crowded.ordersTake(Duration.ofMillis(5));
            var url = crowded.instance().service().url();

            for (var time = 0; time < TIMES; time += CONCURRENT) {
                var cuts = new CompletableFuture<?>[CONCURRENT];
                for (var each = 0; each < CONCURRENT; each++) {
                    var seedOfOne = random.nextLong();
                    cuts[each] = CompletableFuture.runAsync(() -> cut(vertx, url, merchant, new Random(seedOfOne)));
                }
                CompletableFuture.allOf(cuts).join();
            }

            crowded.awaitQuiet();
            crowded.ordersTake(Duration.ofMillis(500));
            var other = crowded.merchant();
            var all = receive(crowded.send(PERMITS + QUEUE, () -> order(other).body(ORDER)));
            assertThat(all).as("seed %d", seed).allMatch(answer -> answer.status() == 201);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private static void cut(Vertx vertx, URI url, Merchant merchant, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> reset(url, merchant, random);
            case 1 -> overHttp2(vertx, url, merchant, random, true);
            default -> overHttp2(vertx, url, merchant, random, false);
        }
    }

    /** RST, within the request or after it. */
    private static void reset(URI url, Merchant merchant, Random random) {
        var request = order(merchant).body(ORDER);
        var length = request.bytes().length;
        var connection = RawHttp.connect(url);
        if (random.nextBoolean()) {
            connection.sendFirst(1 + random.nextInt(length), request);
        } else {
            connection.send(request);
            stay(random);
        }
        connection.hangUp();
    }

    /** RST_STREAM, or GOAWAY and the end of the connection. */
    private static void overHttp2(Vertx vertx, URI url, Merchant merchant, Random random, boolean streamOnly) {
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false));
        try {
            var request = join(client.request(HttpMethod.POST, url.getPort(), url.getHost(), "/v1/orders"));
            request.exceptionHandler(cut -> {});
            request.response().onFailure(cut -> {});
            request.putHeader("X-Api-Key", merchant.apiKey())
                    .putHeader("Idempotency-Key", Merchant.newKey())
                    .putHeader("Content-Type", "application/json");
            sendSome(request, random);
            stay(random);
            if (streamOnly) {
                request.reset(8);
                stay(random);
            } else {
                request.connection().goAway(0);
            }
        } finally {
            join(client.close());
        }
    }

    private static void sendSome(HttpClientRequest request, Random random) {
        if (random.nextInt(4) == 0) {
            request.setChunked(true);
            var unused = request.write(ORDER.substring(0, 5));
        } else {
            var unused = request.send(ORDER);
        }
    }

    /** A moment that no timer is exact enough for. */
    private static void stay(Random random) {
        var end = System.nanoTime() + random.nextInt(LONGEST_STAY_MICROS) * 1000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static <T> T join(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
