package io.oncegate.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** New orders of several tenants, whatever becomes of them. Each tenant has connections of its own. */
final class Traffic implements AutoCloseable {

    private static final int MOST_CONNECTIONS = 2000;
    private static final long LONGEST_SECONDS = 60;
    private static final String ORDER = "{\"user_id\":\"user-1\",\"amount\":1999,\"currency\":\"EUR\"%s}";

    /**
     * What one tenant sends.
     *
     * @param payment a script of the sandbox's, or empty
     * @param budget of each request in milliseconds, 0 for the usual one
     */
    record Stream(String key, String payment, int budget) {

        static Stream of(String key) {
            return new Stream(key, "", 0);
        }
    }

    /** What became of the requests: latencies in ms by status, counted from when each was due. */
    record Outcome(Map<Integer, double[]> latencies, double seconds) {

        int count(int status) {
            return latencies.getOrDefault(status, new double[0]).length;
        }

        int all() {
            return latencies.values().stream().mapToInt(one -> one.length).sum();
        }

        /** Of all answers with that status; 0 where there is none. */
        double quantile(int status, double part) {
            double[] sorted = latencies.getOrDefault(status, new double[0]);
            return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * part)];
        }
    }

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();
    private final URI url;

    Traffic(URI url) {
        this.url = url;
    }

    private HttpClient connections() {
        return vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));
    }

    /** So many at once, each on a connection of its own; from the second time on they stand already. */
    Outcome burst(Stream stream, int requests) throws InterruptedException {
        Sending sending = new Sending(stream, requests);
        for (int each = 0; each < requests; each++) {
            sending.send(System.nanoTime(), () -> {});
        }
        return sending.outcome();
    }

    /** So many a second, whether answers come or not. */
    Outcome openLoop(Stream stream, int perSecond, int seconds) throws InterruptedException {
        int requests = perSecond * seconds;
        Sending sending = new Sending(stream, requests);
        long gap = Duration.ofSeconds(1).toNanos() / perSecond;
        long begin = System.nanoTime();
        for (int each = 0; each < requests; each++) {
            long due = begin + each * gap;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            sending.send(due, () -> {});
        }
        return sending.outcome();
    }

    /** As many as are answered, with so many under way at any time. */
    Outcome closedLoop(Stream stream, int connections, int seconds) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        Sending sending = new Sending(stream, connections);
        for (int each = 0; each < connections; each++) {
            again(sending, end);
        }
        return sending.outcome();
    }

    private void again(Sending sending, long end) {
        sending.send(System.nanoTime(), () -> {
            if (System.nanoTime() < end) {
                sending.oneMore();
                again(sending, end);
            }
        });
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** One stream on its way. */
    private final class Sending {

        private final Stream stream;
        private final HttpClient http;
        private final Map<Integer, Queue<Double>> latencies = new ConcurrentHashMap<>();
        private final AtomicInteger left;
        private final CountDownLatch done = new CountDownLatch(1);
        private final long begin = System.nanoTime();

        Sending(Stream stream, int requests) {
            this.stream = stream;
            this.http = clients.computeIfAbsent(stream.key(), first -> connections());
            this.left = new AtomicInteger(requests);
        }

        void oneMore() {
            left.incrementAndGet();
        }

        void send(long due, Runnable then) {
            RequestOptions options = new RequestOptions()
                    .setMethod(HttpMethod.POST)
                    .setHost(url.getHost())
                    .setPort(url.getPort())
                    .setURI("/v1/orders")
                    .putHeader("X-Api-Key", stream.key())
                    .putHeader("Content-Type", "application/json")
                    .putHeader("Idempotency-Key", UUID.randomUUID().toString());
            if (stream.budget() > 0) {
                options.putHeader("X-Request-Timeout-Ms", String.valueOf(stream.budget()));
            }
            String payment =
                    stream.payment().isEmpty() ? "" : ",\"payment\":{\"method\":\"%s\"}".formatted(stream.payment());
            http.request(options)
                    .compose(request -> request.send(Buffer.buffer(ORDER.formatted(payment))))
                    .compose(response -> response.body().map(body -> response.statusCode()))
                    .onComplete(answered -> {
                        double took = (System.nanoTime() - due) / 1e6;
                        latencies
                                .computeIfAbsent(
                                        answered.succeeded() ? answered.result() : 0,
                                        first -> new ConcurrentLinkedQueue<>())
                                .add(took);
                        then.run();
                        if (left.decrementAndGet() == 0) {
                            done.countDown();
                        }
                    });
        }

        Outcome outcome() throws InterruptedException {
            if (!done.await(LONGEST_SECONDS * 3, TimeUnit.SECONDS)) {
                throw new IllegalStateException("answers are missing: " + left);
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            Map<Integer, double[]> sorted = new ConcurrentHashMap<>();
            latencies.forEach((status, all) -> {
                double[] array = all.stream().mapToDouble(Double::doubleValue).toArray();
                Arrays.sort(array);
                sorted.put(status, array);
            });
            return new Outcome(sorted, seconds);
        }
    }
}
