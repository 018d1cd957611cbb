package io.oncegate.messages.postgres;

import static io.oncegate.messages.postgres.StoredMessages.DAY;
import static io.oncegate.messages.postgres.StoredMessages.id;
import static io.oncegate.messages.postgres.StoredMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.messages.ListedMessage;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.messages.SendAgain;
import io.oncegate.testsupport.TestServers;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators and the queue's bounds ask of the table. */
class PgMessagesTest {
    private static final SendAgain PLAINLY = new SendAgain(false, null);
    private static final SendAgain TWICE = new SendAgain(true, "the gateway shows nothing");

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
    void whatWaitsIsCountedByTenant() {
        stored.addMany(gateway, "counted", Priority.LOW, 7);
        stored.change(stored.add(gateway, "counted", Priority.HIGH), "status = 'dead', ended_at = now()");
        assertThat(stored.take(gateway, 2)).isNotEmpty();

        assertThat(stored.await(stored.messages().queued(soon())))
                .containsEntry("counted", 7L)
                .doesNotContainKey("nobody");
    }

    @Test
    void whatNobodyLooksAfterIsListedByState() {
        var first = dead();
        var second = dead();
        stored.add(gateway, "acme", Priority.NORMAL);

        var all = stored.await(stored.messages().listed(MessageState.DEAD, "", 1000, soon()));
        assertThat(all).extracting(ListedMessage::id).containsSubsequence(first, second);
        assertThat(all).extracting(ListedMessage::state).containsOnly(MessageState.DEAD);
        assertThat(stored.await(stored.messages().listed(MessageState.DEAD, first, 1, soon())))
                .extracting(ListedMessage::id)
                .containsExactly(second);
    }

    @Test
    void aDeadMessageIsSentAgain() {
        var message = dead();

        assertThat(requeue(message, PLAINLY)).contains(gateway);

        assertThat(requeue(message, PLAINLY)).as("a repeat").isEmpty();
        assertThat(id(stored.takeOnly(gateway))).isEqualTo(message);
        assertThat(audited(message)).isEqualTo(1);
    }

    @Test
    void anUnknownMessageIsSentOnceMoreOnlyWhereThatIsAllowed() {
        var taken = stored.sending(gateway, DAY);
        assertThat(stored.unknown(taken)).isTrue();
        stored.change(id(taken), "resend_until = now()");

        assertThat(requeue(id(taken), PLAINLY)).isEmpty();
        assertThat(audited(id(taken))).isZero();
        assertThat(requeue(id(taken), TWICE)).contains(gateway);

        assertThat(stored.database()
                        .query("SELECT after ->> 'note' AS note FROM audit WHERE subject = ?", id(taken))
                        .get(0))
                .containsEntry("note", TWICE.note());
        var again = stored.takeOnly(gateway);
        assertThat(stored.send(again, DAY)).isTrue();
        assertThat(stored.database()
                        .count(
                                "SELECT count(*) FROM messages WHERE message_id = ? AND resend_until <= now()",
                                id(taken)))
                .as("once more, and not again and again")
                .isEqualTo(1);
    }

    @Test
    void whatIsOnItsWayOrExpiredIsNotRequeued() {
        var waiting = stored.add(gateway, "acme", Priority.NORMAL);
        var expired = dead();
        stored.change(expired, "expires_at = now()");

        assertThat(requeue(waiting, TWICE)).isEmpty();
        assertThat(requeue(expired, TWICE)).isEmpty();

        assertThat(stored.row(expired)).containsEntry("status", "dead");
    }

    private String dead() {
        var message = stored.add(gateway, "acme", Priority.NORMAL);
        stored.change(message, "status = 'dead', reason = 'fault', ended_at = now()");
        return message;
    }

    private static Optional<String> requeue(String message, SendAgain again) {
        var stamp =
                new Stamp("01%024d".formatted(System.nanoTime()), "operator", Instant.parse("2026-01-01T00:00:00Z"));
        return stored.await(stored.messages().requeue(message, again, stamp, soon()));
    }

    private static long audited(String message) {
        return stored.database()
                .count(
                        "SELECT count(*) FROM audit WHERE action = 'message.requeued' AND subject = ? AND tenant_id = 'acme'",
                        message);
    }
}
