package io.oncegate.webhooks.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import io.oncegate.webhooks.ClaimedEvent;
import io.oncegate.webhooks.EventStatus;
import io.oncegate.webhooks.Listed;
import io.oncegate.webhooks.NewEvent;
import io.oncegate.webhooks.Stored;
import io.oncegate.webhooks.WebhookEvents.Again;
import io.oncegate.webhooks.WebhookEvents.OpenNow;
import io.smallrye.mutiny.Uni;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Webhooks on a real PostgreSQL, with two instances that know nothing of each other. */
class PgWebhooksTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration LEASE = Duration.ofMinutes(1);

    private static Database database;
    private static TestStatements one;
    private static TestStatements other;

    private final PgWebhooks events = new PgWebhooks(one.statements());
    private static int number;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase().migrate();
        one = TestStatements.on(database);
        other = TestStatements.on(database);
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
    }

    @BeforeEach
    void forgetAll() {
        database.execute("TRUNCATE webhook_events, webhook_variants");
    }

    private static String newId() {
        return "01" + "%024d".formatted(++number);
    }

    private static NewEvent event(String key, String body) {
        var bytes = body.getBytes(UTF_8);
        return new NewEvent(newId(), "stripe", key, "type", "object", bytes, sha256(bytes));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    @CanIgnoreReturnValue
    private static <T> T result(Uni<T> uni) {
        return uni.subscribeAsCompletionStage().join();
    }

    private Stored store(NewEvent event) {
        return result(events.store(event, DAY, soon()));
    }

    private List<ClaimedEvent> claim(int most) {
        return result(events.claim(UUID.randomUUID(), most, LEASE, soon()));
    }

    private ClaimedEvent claimOne() {
        var claimed = claim(10);
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    private static Map<String, Object> row(String id) {
        return database.query("SELECT * FROM webhook_events WHERE event_id = ?", id)
                .get(0);
    }

    private static void makeDue(String id) {
        database.execute("UPDATE webhook_events SET next_try_at = now() WHERE event_id = ?", id);
    }

    private static Stamp stamp() {
        return new Stamp(newId(), "operator", Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void fiftyAtOnceOnTwoInstancesAreOneRow() {
        var stores = List.of(new PgWebhooks(one.statements()), new PgWebhooks(other.statements()));
        var all = IntStream.range(0, 50)
                .mapToObj(time -> stores.get(time % 2)
                        .store(event("evt_1", "{}"), DAY, soon())
                        .subscribeAsCompletionStage()
                        .toCompletableFuture())
                .toList();

        var stored = all.stream().map(CompletableFuture::join).toList();

        assertThat(stored).filteredOn(Stored.ACCEPTED::equals).hasSize(1);
        assertThat(stored).filteredOn(Stored.DUPLICATE::equals).hasSize(49);
        assertThat(database.count("SELECT count(*) FROM webhook_events")).isEqualTo(1);
    }

    @Test
    void keepsWhatItReceivedByteByByte() {
        var event = event("evt_1", " {\"a\":\n\"\u00e9\u0000\"} ");

        assertThat(store(event)).isEqualTo(Stored.ACCEPTED);

        assertThat(row(event.id()))
                .containsEntry("body", event.body())
                .containsEntry("body_sha256", event.bodySha256())
                .containsEntry("account", "stripe")
                .containsEntry("object_id", "object")
                .containsEntry("status", "received")
                .containsEntry("ended_at", null);
        assertThat(claimOne().body()).isEqualTo(event.body());
    }

    @Test
    void theSameStatementSentAgainFindsItsOwnWork() {
        var event = event("evt_1", "{}");

        assertThat(List.of(store(event), store(event))).containsOnly(Stored.ACCEPTED);
    }

    @Test
    void anotherBodyUnderTheSameIdIsKeptBesideTheFirstOne() {
        var first = event("evt_1", "{}");
        assertThat(store(first)).isEqualTo(Stored.ACCEPTED);

        assertThat(store(event("evt_1", "{ }"))).isEqualTo(Stored.VARIANT);
        assertThat(store(event("evt_1", "{ }"))).isEqualTo(Stored.VARIANT);
        assertThat(store(event("evt_1", "{}"))).isEqualTo(Stored.DUPLICATE);

        assertThat(database.query("SELECT event_key, body FROM webhook_variants"))
                .singleElement()
                .satisfies(variant -> assertThat(variant)
                        .containsEntry("event_key", "evt_1")
                        .containsEntry("body", "{ }".getBytes(UTF_8)));
        assertThat(claimOne().id()).isEqualTo(first.id());
    }

    @Test
    void twoAccountsMayUseTheSameId() {
        var bytes = "{}".getBytes(UTF_8);

        assertThat(store(event("evt_1", "{}"))).isEqualTo(Stored.ACCEPTED);
        assertThat(store(new NewEvent(newId(), "http-json", "evt_1", "", null, bytes, sha256(bytes))))
                .isEqualTo(Stored.ACCEPTED);
    }

    @Test
    void whatOneWorkerHasTakenNobodyElseTakesBeforeItsLeaseIsOver() {
        Stream.of("a", "b", "c")
                .forEach(key -> assertThat(store(event(key, "{}"))).isEqualTo(Stored.ACCEPTED));

        var first = claim(2);
        var second = claim(10);

        assertThat(first).hasSize(2);
        assertThat(second).hasSize(1);
        assertThat(claim(10)).isEmpty();
        assertThat(first.get(0).faults()).isZero();

        makeDue(first.get(0).id());
        var again = claimOne();
        assertThat(again.id()).isEqualTo(first.get(0).id());
        assertThat(again.tries()).isEqualTo(1);
        assertThat(again.faults()).isEqualTo(1);
    }

    @Test
    void manyWorkersAtOnceTakeEachWebhookOnce() {
        IntStream.range(0, 40)
                .forEach(key -> assertThat(store(event("evt_" + key, "{}"))).isEqualTo(Stored.ACCEPTED));
        var stores = List.of(new PgWebhooks(one.statements()), new PgWebhooks(other.statements()));

        var claims = IntStream.range(0, 8)
                .mapToObj(worker -> stores.get(worker % 2)
                        .claim(UUID.randomUUID(), 10, LEASE, soon())
                        .subscribeAsCompletionStage()
                        .toCompletableFuture())
                .toList();
        var taken = claims.stream()
                .flatMap(claim -> claim.join().stream())
                .map(ClaimedEvent::id)
                .toList();
        var rest = claim(100).stream().map(ClaimedEvent::id).toList();

        assertThat(Stream.concat(taken.stream(), rest.stream())).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void whatHasEndedIsNeverTakenAgainAndALateWriterChangesNothing() {
        var event = event("evt_1", "{}");
        assertThat(store(event)).isEqualTo(Stored.ACCEPTED);
        var late = claimOne();
        makeDue(event.id());
        var claimed = claimOne();

        result(events.end(claimed, EventStatus.IGNORED, "nothing_new", soon()));
        result(events.end(late, EventStatus.FAILED, "fault", soon()));
        assertThat(result(events.tryAgain(claimed, EventStatus.PARKED, again(false), soon())))
                .isFalse();

        assertThat(row(event.id()))
                .containsEntry("status", "ignored")
                .containsEntry("reason", "nothing_new")
                .doesNotContainEntry("ended_at", null);
        makeDue(event.id());
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void whatTheStatementThatAppliedItHasEndedStaysApplied() {
        var event = event("evt_1", "{}");
        assertThat(store(event)).isEqualTo(Stored.ACCEPTED);
        var claimed = claimOne();
        database.execute(
                "UPDATE webhook_events SET status = 'applied', ended_at = now() WHERE event_id = ?", event.id());

        result(events.end(claimed, EventStatus.IGNORED, "nothing_new", soon()));

        assertThat(row(event.id())).containsEntry("status", "applied").containsEntry("reason", null);
    }

    private static Again again(boolean fault) {
        return new Again("why", fault, Duration.ofHours(1));
    }

    @Test
    void whatIsTriedAgainWaitsForItsPause() {
        var event = event("evt_1", "{}");
        assertThat(store(event)).isEqualTo(Stored.ACCEPTED);

        assertThat(result(events.tryAgain(claimOne(), EventStatus.PARKED, again(false), soon())))
                .isFalse();
        assertThat(claim(10)).isEmpty();
        assertThat(row(event.id()))
                .containsEntry("status", "parked")
                .containsEntry("reason", "why")
                .containsEntry("faults", 0)
                .containsEntry("ended_at", null);

        makeDue(event.id());
        assertThat(result(events.tryAgain(claimOne(), EventStatus.PARKED, again(true), soon())))
                .isFalse();
        assertThat(row(event.id())).containsEntry("faults", 1).containsEntry("tries", 2);
    }

    @Test
    void whatWasTriedForLongEnoughIsLeftToAnOperatorWhoReplaysIt() {
        var event = event("evt_1", "{}");
        assertThat(store(event)).isEqualTo(Stored.ACCEPTED);
        database.execute("UPDATE webhook_events SET give_up_at = now()");

        assertThat(result(events.tryAgain(claimOne(), EventStatus.RECEIVED, again(false), soon())))
                .isTrue();
        makeDue(event.id());
        assertThat(claim(10)).isEmpty();
        assertThat(result(events.listed(EventStatus.PARKED, "", 10, soon())))
                .singleElement()
                .satisfies(listed -> {
                    assertThat(listed.id()).isEqualTo(event.id());
                    assertThat(listed.reason()).isEqualTo("why");
                    assertThat(listed.nextTryAt()).isNull();
                });

        var stamp = stamp();
        assertThat(result(events.replay(event.id(), DAY, stamp, soon()))).contains(EventStatus.PARKED);
        assertThat(claimOne().tries()).isZero();
        assertThat(database.query("SELECT * FROM audit WHERE id = ?", stamp.id()))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry)
                            .containsEntry("action", "webhook.replayed")
                            .containsEntry("actor", "operator")
                            .containsEntry("subject", event.id());
                    assertThat(String.valueOf(entry.get("before"))).contains("parked", "why");
                });
    }

    @Test
    void tellsWhatWaitsAndSinceWhen() {
        assertThat(result(events.open(soon()))).containsExactly(new OpenNow("ready", 0, 0));
        Stream.of("a", "b", "applied", "failed", "parked")
                .forEach(key -> assertThat(store(event(key, "{}"))).isEqualTo(Stored.ACCEPTED));
        database.execute("""
                UPDATE webhook_events SET received_at = now() - interval '1 hour',
                    status = CASE WHEN length(event_key) > 1 THEN event_key ELSE status END,
                    ended_at = CASE WHEN event_key IN ('applied', 'failed') THEN now() END""");

        assertThat(result(events.open(soon())))
                .allSatisfy(open -> assertThat(open.oldestAgeSeconds()).isBetween(3600L, 3660L))
                .extracting(OpenNow::state, OpenNow::number)
                .containsExactlyInAnyOrder(tuple("ready", 2L), tuple("failed", 1L), tuple("parked", 1L));
    }

    @Test
    void replayingChangesNothingButWhatIsParkedOrHasFailed() {
        var event = event("evt_1", "{}");
        assertThat(store(event)).isEqualTo(Stored.ACCEPTED);
        var audited = database.count("SELECT count(*) FROM audit");

        assertThat(result(events.replay(event.id(), DAY, stamp(), soon()))).contains(EventStatus.RECEIVED);
        assertThat(result(events.replay(newId(), DAY, stamp(), soon()))).isEmpty();
        result(events.end(claimOne(), EventStatus.APPLIED, null, soon()));
        assertThat(result(events.replay(event.id(), DAY, stamp(), soon()))).contains(EventStatus.APPLIED);

        assertThat(row(event.id())).containsEntry("status", "applied");
        assertThat(database.count("SELECT count(*) FROM audit")).isEqualTo(audited);
    }

    @Test
    void whoeverAppliedAReplayedOneWritesNothingAnyMore() {
        var event = event("evt_1", "{}");
        assertThat(store(event)).isEqualTo(Stored.ACCEPTED);
        assertThat(result(events.tryAgain(claimOne(), EventStatus.PARKED, again(false), soon())))
                .isFalse();
        makeDue(event.id());
        var overtaken = claimOne();

        assertThat(result(events.replay(event.id(), DAY, stamp(), soon()))).contains(EventStatus.PARKED);
        result(events.end(overtaken, EventStatus.FAILED, "fault", soon()));

        assertThat(row(event.id())).containsEntry("status", "received");
    }

    @Test
    void listsByIdPageByPage() {
        for (var key : List.of("a", "b", "c")) {
            assertThat(store(event(key, "{}"))).isEqualTo(Stored.ACCEPTED);
            result(events.end(claimOne(), EventStatus.FAILED, "unreadable", soon()));
        }

        var page = result(events.listed(EventStatus.FAILED, "", 2, soon()));
        var rest = result(events.listed(EventStatus.FAILED, page.get(1).id(), 2, soon()));

        assertThat(page).extracting(Listed::eventKey).containsExactly("a", "b");
        assertThat(rest).extracting(Listed::eventKey).containsExactly("c");
        assertThat(result(events.listed(EventStatus.PARKED, "", 2, soon()))).isEmpty();
    }

    @Test
    void deletesWhatEndedLongAgoAndNothingElse() {
        for (var key : List.of("old", "older", "recent")) {
            assertThat(store(event(key, "{}"))).isEqualTo(Stored.ACCEPTED);
            result(events.end(claimOne(), EventStatus.APPLIED, null, soon()));
        }
        assertThat(store(event("open", "{}"))).isEqualTo(Stored.ACCEPTED);
        assertThat(store(event("old", "another"))).isEqualTo(Stored.VARIANT);
        assertThat(store(event("recent", "another"))).isEqualTo(Stored.VARIANT);
        database.execute("UPDATE webhook_events SET ended_at = now() - interval '2 days' WHERE event_key LIKE 'old%'");
        database.execute("UPDATE webhook_events SET received_at = now() - interval '2 days'");
        database.execute("UPDATE webhook_variants SET received_at = now() - interval '2 days' WHERE event_key = 'old'");

        assertThat(result(events.deleteOld(DAY, 1, soon()))).isEqualTo(1);
        assertThat(result(events.deleteOld(DAY, 10, soon()))).isEqualTo(1);

        assertThat(database.query("SELECT event_key FROM webhook_events"))
                .extracting(row -> row.get("event_key"))
                .containsExactlyInAnyOrder("recent", "open");
        assertThat(database.query("SELECT event_key FROM webhook_variants"))
                .extracting(row -> row.get("event_key"))
                .containsExactly("recent");
    }
}
