package io.oncegate.messages.postgres;

import static io.oncegate.messages.postgres.StoredMessages.DAY;
import static io.oncegate.messages.postgres.StoredMessages.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.messages.dispatch.Taken;
import io.oncegate.messages.dispatch.Turn;
import io.oncegate.messages.dispatch.Turn.Share;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose messages are taken next, on a real PostgreSQL. */
class FairClaimTest {
    private static final int BACKLOG = 20_000;

    private static StoredMessages stored;

    private String gateway;

    @BeforeAll
    static void start() {
        stored = new StoredMessages(TestServers.shared().freshDatabase().migrate());
    }

    @AfterAll
    static void stop() {
        stored.close();
    }

    @BeforeEach
    void takeAnotherGateway() {
        gateway = StoredMessages.gateway();
    }

    @Test
    void aTenantWithOneMessageIsServedBesideOneWithABacklog() {
        stored.addMany(gateway, "noisy", Priority.NORMAL, BACKLOG);
        var quiet = stored.add(gateway, "quiet", Priority.NORMAL);

        var taken = stored.take(gateway, 4);

        assertThat(taken).extracting(StoredMessages::id).contains(quiet);
        assertThat(taken).as("the other has more than its part").anyMatch(Taken::more);
        assertThat(stored.take(gateway, 4)).hasSize(12);
    }

    @Test
    void withOnePlaceAtATimeTheQuietTenantIsSecondAtTheLatest() {
        stored.addMany(gateway, "noisy", Priority.NORMAL, BACKLOG);
        var quiet = stored.add(gateway, "quiet", Priority.NORMAL);

        var first = stored.take(gateway, shares(0, 1, 0, ""));
        var second = stored.take(gateway, shares(0, 1, 0, first.get(0).tenant()));

        assertThat(Stream.of(first, second).flatMap(List::stream).map(StoredMessages::id))
                .hasSize(2)
                .contains(quiet);
    }

    @Test
    void theBacklogIsNotRead() throws SQLException {
        stored.addMany(gateway, "noisy", Priority.NORMAL, BACKLOG);
        stored.add(gateway, "quiet", Priority.NORMAL);
        stored.database().execute("ANALYZE messages");

        var plan = plan(12);

        assertThat(plan.getDouble("Total Cost")).as("no reason to compile it").isLessThan(100_000);
        assertThat(nodes(plan))
                .filteredOn(FairClaimTest::readsMessages)
                .isNotEmpty()
                .allSatisfy(node -> {
                    assertThat(node.getString("Node Type")).startsWith("Index");
                    assertThat(node.getDouble("Actual Rows") + node.getDouble("Rows Removed by Filter", 0.0))
                            .as(node.encode())
                            .isLessThanOrEqualTo(12);
                });
    }

    /** The same without what ANALYZE knows, as in the first minutes of a backlog. */
    @Test
    void theBacklogIsNotReadBeforeAnybodyHasCountedIt() throws SQLException {
        stored.addMany(gateway, "noisy", Priority.NORMAL, BACKLOG);

        assertThat(nodes(plan(8)))
                .filteredOn(FairClaimTest::readsMessages)
                .allSatisfy(node -> assertThat(node.getDouble("Actual Rows")).isLessThanOrEqualTo(8));
    }

    @Test
    void tenantsTakeTurns() {
        for (var tenant : List.of("a", "b", "c")) {
            stored.addMany(gateway, tenant, Priority.NORMAL, 10);
        }

        var taken = inOrder(stored.take(gateway, shares(0, 7, 0, "a")));

        assertThat(taken).extracting(Taken::tenant).containsExactly("b", "c", "a", "b", "c", "a", "b");
    }

    @Test
    void eachPriorityHasItsShareAndTheFirstGetsWhatOthersLeave() {
        stored.addMany(gateway, "acme", Priority.HIGH, 100);
        stored.addMany(gateway, "acme", Priority.LOW, 100);

        assertThat(byPriority(stored.take(gateway, shares(6, 3, 1, ""))))
                .containsExactlyInAnyOrderEntriesOf(Map.of(Priority.HIGH, 9L, Priority.LOW, 1L));
        assertThat(byPriority(stored.take(gateway, shares(0, 0, 1, ""))))
                .containsExactlyInAnyOrderEntriesOf(Map.of(Priority.LOW, 1L));
    }

    @Test
    void whatIsNotDueWaitsWithoutHoldingItsTenantsTurn() {
        var later = stored.add(gateway, "a", Priority.NORMAL);
        stored.change(later, "next_attempt_at = now() + interval '1 minute'");
        var due = stored.add(gateway, "b", Priority.NORMAL);

        assertThat(stored.take(gateway, shares(0, 1, 0, "")))
                .extracting(StoredMessages::id)
                .containsExactly(due);
    }

    @Test
    void anotherGatewaysMessagesAreNotTaken() {
        stored.add(StoredMessages.gateway(), "acme", Priority.NORMAL);

        assertThat(stored.take(gateway, 5)).isEmpty();
    }

    @Test
    void whatHasExpiredIsNoWork() {
        var expired = stored.add(gateway, "acme", Priority.HIGH);
        stored.change(expired, "expires_at = now() - interval '1 second'");

        var taken = stored.takeOnly(gateway);

        assertThat(taken.state()).isEqualTo(MessageState.EXPIRED);
        assertThat(stored.row(expired))
                .containsEntry("status", "expired")
                .containsEntry("attempts", 0)
                .doesNotContainEntry("ended_at", null);
    }

    @Test
    void whatMayHaveBeenSentIsUnknownWhenItsTimeOrTheGatewaysMemoryIsOver() {
        for (var over : List.of("expires_at = now() - interval '1 second'", "resend_until = now()")) {
            var taken = stored.sending(StoredMessages.gateway(), DAY);
            assertThat(stored.unknown(taken)).isTrue();
            stored.change(id(taken), "status = 'ready', next_check_at = NULL, " + over);

            assertThat(stored.takeOnly(gateway(taken)).state()).as(over).isEqualTo(MessageState.UNKNOWN);
        }
    }

    @Test
    void twoInstancesTakeDifferentMessages() {
        stored.addMany(gateway, "acme", Priority.NORMAL, 200);

        var taken = Stream.generate(() -> stored.outbox()
                        .take(gateway, new Turn(shares(0, 10, 0, "")), UUID.randomUUID(), StoredMessages.soon())
                        .subscribeAsCompletionStage())
                .limit(8)
                .toList()
                .stream()
                .flatMap(each -> each.join().stream())
                .map(StoredMessages::id)
                .toList();

        assertThat(taken).hasSizeGreaterThanOrEqualTo(10).doesNotHaveDuplicates();
    }

    private static String gateway(Taken taken) {
        return (String) stored.row(id(taken)).get("gateway");
    }

    private static List<Share> shares(int high, int normal, int low, String servedLast) {
        return List.of(
                new Share(Priority.HIGH, high, servedLast),
                new Share(Priority.NORMAL, normal, servedLast),
                new Share(Priority.LOW, low, servedLast));
    }

    private static List<Taken> inOrder(List<Taken> taken) {
        return taken.stream().sorted(Comparator.comparingLong(Taken::place)).toList();
    }

    private static Map<Priority, Long> byPriority(List<Taken> taken) {
        return taken.stream().collect(Collectors.groupingBy(Taken::priority, Collectors.counting()));
    }

    /** Of the statement as it is prepared once and used for all, run for {@code free} places. */
    private JsonObject plan(int free) throws SQLException {
        var database = stored.database();
        var simpleProtocol = database.jdbcUrl() + "?preferQueryMode=simple";
        try (var connection = DriverManager.getConnection(simpleProtocol, database.user(), database.password());
                var sql = connection.createStatement()) {
            sql.execute("SET plan_cache_mode = force_generic_plan");
            sql.execute("PREPARE claim AS " + ClaimMessageSql.CLAIM);
            try (var rows = sql.executeQuery("""
                    EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim (
                        '%s', %d, gen_random_uuid(), 60000, 0, '', %d, '', 0, '')
                    """.formatted(gateway, free, free))) {
                rows.next();
                return new JsonArray(rows.getString(1)).getJsonObject(0).getJsonObject("Plan");
            }
        }
    }

    private static boolean readsMessages(JsonObject node) {
        return "messages".equals(node.getString("Relation Name"))
                && node.getString("Node Type").endsWith("Scan");
    }

    private static List<JsonObject> nodes(JsonObject plan) {
        var all = new ArrayList<JsonObject>();
        all.add(plan);
        plan.getJsonArray("Plans", new JsonArray()).forEach(child -> all.addAll(nodes((JsonObject) child)));
        return all;
    }
}
