package io.oncegate.bench;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * New orders at a constant rate, whether answers come or not: a stall is felt by every order that falls into it.
 * Latencies count from when a request was due, not from when it could leave.
 */
final class OpenLoop {

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int perSecond;

    OpenLoop(int perSecond) {
        this.perSecond = perSecond;
    }

    Sample measure(Contestant contestant, int seconds) {
        long[] latencies = new long[perSecond * seconds];
        Map<String, Integer> failures = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> answers = new ArrayList<>();
        long gap = Duration.ofSeconds(1).toNanos() / perSecond;
        long begin = System.nanoTime();
        for (int request = 0; request < latencies.length; request++) {
            int index = request;
            long due = begin + request * gap;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            answers.add(http.sendAsync(order(contestant), BodyHandlers.ofString())
                    .handle((answer, failure) -> {
                        latencies[index] = System.nanoTime() - due;
                        if (failure != null || answer.statusCode() != 201) {
                            failures.merge(
                                    failure != null ? failure.toString() : answer.statusCode() + " " + answer.body(),
                                    1,
                                    Integer::sum);
                        }
                        return answer;
                    }));
        }
        answers.forEach(CompletableFuture::join);
        double took = (System.nanoTime() - begin) / 1e9;
        if (!failures.isEmpty()) {
            throw new IllegalStateException("%s: orders failed: %s".formatted(contestant.name(), failures));
        }
        Arrays.sort(latencies);
        return new Sample(
                latencies.length / took,
                latencies[latencies.length / 2] / 1e6,
                latencies[(int) (latencies.length * 0.99)] / 1e6);
    }

    private static HttpRequest order(Contestant contestant) {
        return HttpRequest.newBuilder(contestant.url().resolve("/v1/orders"))
                .header("X-Api-Key", contestant.key())
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString("{\"user_id\":\"user-1\",\"amount\":1999,\"currency\":\"EUR\"}"))
                .build();
    }
}
