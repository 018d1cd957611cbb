package io.oncegate.scenario;

import io.oncegate.testsupport.RawResponse;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that place orders one after the other, now and then one that was sent before, until their instance is gone.
 * What was sent, and what was seen to be answered, is remembered.
 */
final class Load {
    private static final int CLIENTS = 16;

    private final Client client;

    /** The body that each key was sent with. */
    private final Map<String, String> sent = new ConcurrentHashMap<>();

    /** The first order that each key was answered with. */
    private final Map<String, RawResponse> seen = new ConcurrentHashMap<>();

    Load(Client client) {
        this.client = client;
    }

    /** Runs until the instance answers no more; {@code kill} is called with the answer of this number. */
    void runUntilKilled(int answers, Runnable kill, Random random) throws InterruptedException, ExecutionException {
        var count = new AtomicInteger();
        Runnable answered = () -> {
            if (count.incrementAndGet() == answers) {
                kill.run();
            }
        };
        var threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> clients = new ArrayList<>();
            for (var number = 0; number < CLIENTS; number++) {
                var turns = new Random(random.nextLong());
                clients.add(threads.submit(() -> placeOrders(turns, answered)));
            }
            for (var one : clients) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    Map<String, String> sent() {
        return sent;
    }

    Map<String, RawResponse> seen() {
        return seen;
    }

    private void placeOrders(Random random, Runnable answered) {
        try {
            var last = placeNewOrder(random, answered);
            while (true) {
                last = random.nextInt(4) == 0 ? placeAgain(last, answered) : placeNewOrder(random, answered);
            }
        } catch (UncheckedIOException killed) {
            // The instance is gone, and this client with it.
        }
    }

    private String placeNewOrder(Random random, Runnable answered) {
        var key = Secrets.newKey();
        sent.put(key, Bodies.order("u" + random.nextInt(10), 1 + random.nextInt(100_000)));
        return placeAgain(key, answered);
    }

    private String placeAgain(String key, Runnable answered) {
        var answer = client.placeOrder(key, sent.get(key));
        if (answer.status() == 201) {
            seen.putIfAbsent(key, answer);
        }
        answered.run();
        return key;
    }
}
