package io.oncegate.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * New messages one after the other, with pauses: how long after its 202 the gateway has the request that hands each one
 * over. Both moments are read from the one clock of the machine.
 */
final class Dispatch {

    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_WAY = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI sandbox;

    Dispatch(URI sandbox) {
        this.sandbox = sandbox;
    }

    /** Empty where messages are accepted and not sent. */
    Optional<Sample> measure(Contestant contestant, int seconds) {
        if (arrivals(Set.of(accepted(contestant))).isEmpty()) {
            return Optional.empty();
        }
        Map<String, Instant> accepted = new LinkedHashMap<>();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < Duration.ofSeconds(seconds).toNanos()) {
            String id = accepted(contestant);
            accepted.put(id, Instant.now());
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        double took = (System.nanoTime() - begin) / 1e9;
        Map<String, Instant> arrived = arrivals(accepted.keySet());
        if (arrived.size() < accepted.size()) {
            throw new IllegalStateException("%s: %d of %d messages did not arrive"
                    .formatted(contestant.name(), accepted.size() - arrived.size(), accepted.size()));
        }
        long[] nanos = accepted.entrySet().stream()
                .mapToLong(message -> Duration.between(message.getValue(), arrived.get(message.getKey()))
                        .toNanos())
                // The gateway may have it before its sender has the answer.
                .map(between -> Math.max(0, between))
                .toArray();
        Arrays.sort(nanos);
        return Optional.of(new Sample(
                nanos.length / took, nanos[nanos.length / 2] / 1e6, nanos[(int) (nanos.length * 0.99)] / 1e6));
    }

    /** When the gateway had each of them, as far as it had them after a while. */
    private Map<String, Instant> arrivals(Set<String> ids) {
        long begin = System.nanoTime();
        Map<String, Instant> arrived = arrived(ids);
        while (arrived.size() < ids.size() && System.nanoTime() - begin < LONGEST_WAY.toNanos()) {
            LockSupport.parkNanos(LOOK.toNanos());
            arrived = arrived(ids);
        }
        return arrived;
    }

    private Map<String, Instant> arrived(Set<String> ids) {
        Map<String, Instant> arrived = new HashMap<>();
        for (Object received : new JsonArray(send(HttpRequest.newBuilder(sandbox.resolve("/__requests"))))) {
            JsonObject request = (JsonObject) received;
            if (request.getString("method").equals("POST")
                    && request.getString("uri").endsWith("/http-json/messages")) {
                String id = new JsonObject(request.getString("body")).getString("id");
                if (ids.contains(id)) {
                    arrived.putIfAbsent(id, Instant.parse(request.getString("at")));
                }
            }
        }
        return arrived;
    }

    /** The id of a message that was taken. */
    private String accepted(Contestant contestant) {
        String answer = send(HttpRequest.newBuilder(contestant.url().resolve("/v1/messages"))
                .header("X-Api-Key", contestant.key())
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString("{\"to\":\"+4915123456789\",\"text\":\"Your code is 123456.\"}")));
        return Optional.ofNullable(new JsonObject(answer).getString("id"))
                .orElseThrow(() -> new IllegalStateException("no message was accepted: " + answer));
    }

    private String send(HttpRequest.Builder request) {
        try {
            return http.send(request.timeout(LONGEST_WAY).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
