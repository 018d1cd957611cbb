package io.oncegate.messages.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.postgres.TestClaims;
import io.oncegate.messages.Message;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One statement for many messages stores what one for each of them does. */
class MessagesTogetherTest {

    private static final String MESSAGES = """
            SELECT (to_jsonb(m) - 'updated_at' - 'next_attempt_at')::text AS row
            FROM messages AS m
            ORDER BY message_id""";

    private final Database database = TestServers.shared().freshDatabase().migrate();

    @Test
    void storesWhatOneForEachOfThemDoes() {
        try (var claims = new TestClaims(database)) {
            var messages = new PgMessages(claims.storage().statements());
            var phases = IntStream.range(0, 30)
                    .mapToObj(number -> accepting(messages, number))
                    .toList();

            var alone = stored(claims.alone(phases));
            var together = stored(claims.together(phases));

            assertThat(together).isEqualTo(alone).hasSize(30);
            assertThat(claims.statements("messages")).containsExactly(2.0, 0.0);
        }
    }

    private List<Object> stored(List<? extends CompletableFuture<?>> claimed) {
        assertThat(claimed).allMatch(one -> !one.isCompletedExceptionally());
        var rows = database.query(MESSAGES).stream().map(row -> row.get("row")).toList();
        database.execute("TRUNCATE idempotency_keys, messages");
        return rows;
    }

    private static FirstPhase accepting(PgMessages messages, int number) {
        var id = "01M8QCKFY4EPJ3PRETQH3J%04d".formatted(number);
        var at = Instant.parse("2026-01-02T03:04:05.678Z").plusMillis(number);
        var message = new Message(
                "acme",
                id,
                "default",
                "+4915112345%03d".formatted(number),
                "text {" + number + "}, \"\u20ac\"",
                1 + number % 10,
                Priority.values()[number % Priority.values().length],
                number % 2 == 0 ? "http-json" : "kannel",
                MessageState.READY,
                0,
                at,
                at.plus(Duration.ofHours(1 + number)),
                null,
                null);
        return messages.accepting(
                message,
                new RecordedResponse(202, "application/json", "/v1/messages/" + id, ("" + number).getBytes(UTF_8)));
    }
}
