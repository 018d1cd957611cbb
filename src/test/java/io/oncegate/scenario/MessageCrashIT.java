package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code kill -9} and {@code SIGSTOP} at any moment, while three instances accept and send. */
class MessageCrashIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int INSTANCES = 3;
    private static final int IN_FLIGHT = 8;
    private static final int KILLS = 5;
    private static final int STOPS = 2;

    /** As long as a gateway works on each, so that some are always on their way. */
    private static final int WORK_MILLIS = 150;

    /** An interruption falls into each part of the load but the last. */
    private static final int PARTS = KILLS + STOPS + 1;

    private static final int WITHOUT_KEYS = 5000;
    private static final int WITH_KEYS = 1000;
    private static final int PROGRAMS = 6;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static List<ServiceProcess> instances;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        var first = launch().start();
        var others = Stream.generate(() -> CompletableFuture.supplyAsync(() -> launch().start()))
                .limit(INSTANCES - 1)
                .toList();
        instances = new ArrayList<>(List.of(first));
        others.forEach(other -> instances.add(other.join()));
    }

    private static ServiceLaunch launch() {
        var launch = SendingInstance.on(database, SANDBOX.url())
                // However slow the machine is, nothing but an instance's end cuts a call.
                .with("ONCEGATE_MESSAGES_CONNECT_TIMEOUT", "2s")
                .with("ONCEGATE_MESSAGES_CALL_TIMEOUT", "6s");
        for (var gateway : List.of("keyless", SendingInstance.KEYED)) {
            SendingInstance.set(launch, gateway, "in-flight", String.valueOf(IN_FLIGHT));
        }
        return launch;
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(instances.toArray(ServiceProcess[]::new));
        instances.forEach(ServiceProcess::close);
    }

    @Test
    void whatWasAcceptedIsTakenOnceOrNobodyCanSay() {
        Seeded.run(random -> {
            // Given
            var plain = Tenant.sendingThrough("keyless", instances.get(0), database);
            var keyed = Tenant.sendingThrough(SendingInstance.KEYED, instances.get(0), database);
            var plainLoad = load(plain, WITHOUT_KEYS, random.nextLong());
            var keyedLoad = load(keyed, WITH_KEYS, random.nextLong());

            // When
            var sending = CompletableFuture.allOf(plainLoad.begin(PROGRAMS), keyedLoad.begin(PROGRAMS));
            for (var interruption : interruptions(random)) {
                allowAPart(plainLoad, keyedLoad);
                var moment = plainLoad.acceptedSoFar() + random.nextInt(WITHOUT_KEYS / PARTS / 2);
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> plainLoad.acceptedSoFar() >= moment);
                interruption.befall(instances.get(random.nextInt(INSTANCES)));
            }
            allowAPart(plainLoad, keyedLoad);
            sending.join();

            // Then
            awaitNoneWaits(plain);
            awaitNoneWaits(keyed);
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> keyed.messagesOf("unknown").isEmpty());
            var taken = SANDBOX.messagesTaken();
            assertEachTookPlaceOnce(plain, plainLoad, taken);
            assertEachTookPlaceOnce(keyed, keyedLoad, taken);
            // Whoever stands still for longer than a lease is dead to all others.
            assertThat(plain.messagesOf("unknown")).hasSizeLessThanOrEqualTo((KILLS + STOPS) * IN_FLIGHT);
        });
    }

    private static MessageLoad load(Tenant tenant, int messages, long seed) {
        var client = tenant.client();
        var turns = new Random(seed);
        return new MessageLoad(
                instances.stream().map(client::at).toList(),
                messages,
                number -> "sandbox:hang_then_apply(%d)".formatted(turns.nextInt(2 * WORK_MILLIS)));
    }

    private static void awaitNoneWaits(Tenant tenant) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> database.count(
                                "SELECT count(*) FROM messages"
                                        + " WHERE tenant_id = ? AND status IN ('ready', 'claimed', 'sending')",
                                tenant.id())
                        == 0);
    }

    private static void assertEachTookPlaceOnce(Tenant tenant, MessageLoad load, List<String> takenByAll) {
        var ids = new HashSet<>(load.ids());
        var taken = takenByAll.stream().filter(ids::contains).toList();
        assertThat(ids).as("what was accepted").hasSize((int) tenant.messages());
        assertThat(taken).as("what the gateway took").doesNotHaveDuplicates();
        ids.removeAll(taken);
        ids.removeAll(tenant.messagesOf("unknown"));
        assertThat(ids).as("what neither the gateway has nor anybody doubts").isEmpty();
        assertThat(taken).as("what is told to be sent").containsAll(tenant.messagesOf("sent"));
        assertThat(tenant.messagesOf("sent").size()
                        + tenant.messagesOf("unknown").size())
                .isEqualTo(load.acceptedSoFar());
    }

    private static void allowAPart(MessageLoad plainLoad, MessageLoad keyedLoad) {
        plainLoad.allow(WITHOUT_KEYS / PARTS);
        keyedLoad.allow(WITH_KEYS / PARTS);
    }

    private static List<Interruption> interruptions(Random random) {
        var interruptions = new ArrayList<>(Collections.nCopies(KILLS, Interruption.KILL));
        interruptions.addAll(Collections.nCopies(STOPS, Interruption.STOP));
        Collections.shuffle(interruptions, random);
        return interruptions;
    }

    private enum Interruption {
        KILL {
            @Override
            void befall(ServiceProcess victim) {
                victim.kill9();
                victim.restart();
            }
        },
        STOP {
            @Override
            void befall(ServiceProcess victim) {
                victim.pause();
                awaitEverythingTakenFromWhoeverHadIt();
                victim.resume();
            }
        };

        abstract void befall(ServiceProcess victim);
    }

    /** Until whatever was in anybody's hands has left them: the others' by being done, the victim's by their leases. */
    private static void awaitEverythingTakenFromWhoeverHadIt() {
        var tokens = database.query("SELECT worker_token FROM messages WHERE status IN ('claimed', 'sending')").stream()
                .map(row -> row.get("worker_token"))
                .toList();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() ->
                        database
                                .query("SELECT worker_token FROM messages WHERE status IN ('claimed', 'sending')")
                                .stream()
                                .noneMatch(row -> tokens.contains(row.get("worker_token"))));
    }
}
