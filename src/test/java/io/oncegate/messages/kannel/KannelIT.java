package io.oncegate.messages.kannel;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.messages.kannel.Carrier.Sms;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service behind a real Kannel, whose carrier counts what it was given. */
@Tag("external")
class KannelIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final String RECIPIENT = "+4915123456789";
    private static final int ACCEPTED = 202;
    private static final int SOME = 5;

    private static final int BURST = 300;
    private static final int PROGRAMS = 4;
    private static final int KILLS = 3;

    /** How many more messages are accepted between two kills, at most. */
    private static final int LONGEST_PEACE = 60;

    @TempDir
    private Path folder;

    /** Where Kannel finds the service, on whatever port that is. */
    private final FaultProxy wayBack = FaultProxy.to(FaultProxy.host(), 1);

    private Kannel kannel;
    private Instance instance;
    private Merchant merchant;

    @BeforeEach
    void start() {
        kannel = Kannel.in(folder);
        var database = TestServers.shared().freshDatabase();
        var service = ServiceLaunch.on(database)
                .with("ONCEGATE_MESSAGES_DEFAULT_GATEWAY", "kannel")
                .with("ONCEGATE_MESSAGES_GATEWAYS_KANNEL_URL", kannel.url().toString())
                .with("ONCEGATE_MESSAGES_GATEWAYS_KANNEL_ID", Kannel.USER)
                .with("ONCEGATE_MESSAGES_GATEWAYS_KANNEL_SECRET", Kannel.PASSWORD)
                .with(
                        "ONCEGATE_MESSAGES_GATEWAYS_KANNEL_RECEIPT_URL",
                        "http://%s:%d".formatted(FaultProxy.host(), wayBack.port()))
                // Short, so that what a killed instance had on its way is given up soon.
                .with("ONCEGATE_MESSAGES_LEASE", "3s")
                .with("ONCEGATE_MESSAGES_CALL_TIMEOUT", "3s")
                .start();
        wayBack.retarget(service.url().getPort());
        instance = new Instance(database, service);
        merchant = instance.newMerchant();
    }

    @AfterEach
    void stop() {
        if (instance != null) {
            instance.service().close();
        }
        if (kannel != null) {
            kannel.close();
        }
        wayBack.close();
    }

    @Test
    void aMessageIsGivenToTheCarrierOnceAndItsReceiptsComeBack() {
        try (var carrier = kannel.carrier()) {
            var text = "hello " + UUID.randomUUID();

            var id = accepted(text);

            awaitStatus(id, "delivered");
            assertThat(carrier.taken()).containsExactly(new Sms("Oncegate", RECIPIENT, "text", text));
        }
    }

    @Test
    void aTextArrivesAsItWasWritten() {
        try (var carrier = kannel.carrier()) {
            var gsm = "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!#¤%&'()*+,-./:;=?¡ÄÖÑÜ§¿äöñüà^{}[~]|€ 100% a+b&c=d";
            var ucs2 = "Привет, c’est ça! \uD83D\uDE00 100% a+b&c=d";

            var sent = List.of(accepted(gsm), accepted(ucs2));

            sent.forEach(id -> awaitStatus(id, "delivered"));
            assertThat(carrier.taken())
                    .containsExactlyInAnyOrder(
                            new Sms("Oncegate", RECIPIENT, "text", gsm), new Sms("Oncegate", RECIPIENT, "ucs-2", ucs2));
        }
    }

    @Test
    void whileTheCarrierIsAwayMessagesAreSentAndWaitAtKannel() {
        // Given
        var texts = IntStream.range(0, SOME).mapToObj("waits %d"::formatted).toList();
        var ids = texts.stream().map(this::accepted).toList();
        ids.forEach(id -> awaitStatus(id, "sent"));

        // When
        try (var carrier = kannel.carrier()) {
            ids.forEach(id -> awaitStatus(id, "delivered"));

            // Then
            assertThat(carrier.texts()).containsExactlyInAnyOrderElementsOf(texts);
        }
    }

    @Test
    void aMessageThatKannelRefusesIsRejectedAndStopsNoOther() {
        try (var carrier = kannel.carrier()) {
            var refused = accepted(Kannel.REFUSED, "never");
            var taken = accepted("hello");

            awaitStatus(refused, "rejected");
            awaitStatus(taken, "delivered");
            assertThat(carrier.texts()).containsExactly("hello");
        }
    }

    /** What was on its way when the service died may have been taken or not: nobody sends it again. */
    @Test
    void afterAnyCrashWhatKannelTookIsGivenToTheCarrierOnce() {
        var seed = Long.getLong("scenario.seed", System.nanoTime());
        try (var carrier = kannel.carrier()) {
            // Given
            var ids = new ConcurrentHashMap<String, String>();
            var sending = CompletableFuture.allOf(IntStream.range(0, PROGRAMS)
                    .mapToObj(program ->
                            CompletableFuture.runAsync(() -> sendEach(program, ids), task -> new Thread(task).start()))
                    .toArray(CompletableFuture[]::new));

            // When
            kill(new Random(seed), ids);
            sending.join();

            // Then
            assertThat(ids).as("seed %d", seed).hasSize(BURST);
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .untilAsserted(() -> assertThat(statuses()).isSubsetOf("delivered", "unknown"));
            assertCountedOnce(seed, ids, carrier.texts());
        }
    }

    private void sendEach(int program, Map<String, String> ids) {
        for (var number = program; number < BURST; number += PROGRAMS) {
            var text = "burst %d".formatted(number);
            ids.put(text, acceptedAtLast(text));
        }
    }

    /** The same again until somebody is there to take it. */
    private String acceptedAtLast(String text) {
        var key = Merchant.newKey();
        return await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .until(() -> acceptedNow(key, text), Optional::isPresent)
                .orElseThrow();
    }

    /** Empty where nobody was there to take it, or died over it: whether it was accepted is told by the next one. */
    private Optional<String> acceptedNow(String key, String text) {
        try {
            return Optional.of(send(key, RECIPIENT, text))
                    .filter(answer -> answer.status() == ACCEPTED)
                    .map(KannelIT::id);
        } catch (UncheckedIOException gone) {
            return Optional.empty();
        }
    }

    private void kill(Random random, Map<String, String> accepted) {
        for (var kill = 0; kill < KILLS; kill++) {
            var soFar = accepted.size() + 1 + random.nextInt(LONGEST_PEACE);
            await().atMost(PATIENCE).until(() -> accepted.size() >= Math.min(soFar, BURST));
            instance.service().kill9();
            instance.service().restart();
            wayBack.retarget(instance.service().url().getPort());
        }
    }

    private Set<String> statuses() {
        return instance
                .database()
                .query("SELECT DISTINCT status FROM messages WHERE tenant_id = ?", merchant.tenant())
                .stream()
                .map(row -> (String) row.get("status"))
                .collect(Collectors.toSet());
    }

    private void assertCountedOnce(long seed, Map<String, String> ids, Collection<String> taken) {
        assertThat(taken).as("seed %d", seed).doesNotHaveDuplicates();
        ids.forEach((text, id) -> {
            if (status(id).equals("delivered")) {
                assertThat(taken).as("seed %d: %s", seed, id).contains(text);
            }
        });
    }

    private String accepted(String text) {
        return accepted(RECIPIENT, text);
    }

    private String accepted(String recipient, String text) {
        var answer = send(Merchant.newKey(), recipient, text);
        assertThatAnswer(answer).isJson(ACCEPTED);
        return id(answer);
    }

    private RawResponse send(String key, String recipient, String text) {
        var body = new JsonObject().put("to", recipient).put("text", text);
        return merchant.post("/v1/messages", key, body.encode());
    }

    private static String id(RawResponse accepted) {
        return Merchant.json(accepted).getString("id");
    }

    private void awaitStatus(String id, String status) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(status(id)).isEqualTo(status));
    }

    private String status(String id) {
        return Merchant.json(merchant.get("/v1/messages/" + id)).getString("status");
    }
}
