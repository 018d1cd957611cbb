package io.oncegate.messages.postgres;

import static io.oncegate.messages.postgres.StoredMessages.DAY;
import static io.oncegate.messages.postgres.StoredMessages.id;
import static io.oncegate.messages.postgres.StoredMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.messages.dispatch.Outbox.Ending;
import io.oncegate.messages.dispatch.Outbox.Return;
import io.oncegate.messages.dispatch.Taken;
import io.oncegate.testsupport.TestServers;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every step of a message on a real PostgreSQL: what it writes, and what it leaves alone when it comes too late. */
class PgOutboxTest {
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
    void whatIsTakenIsLeasedToItsWorker() {
        var message = stored.add(gateway, "acme", Priority.HIGH);

        var taken = stored.takeOnly(gateway);

        assertThat(id(taken)).isEqualTo(message);
        assertThat(taken.state()).isEqualTo(MessageState.CLAIMED);
        assertThat(taken.message().recipient()).isEqualTo("+4915112345678");
        assertThat(taken.message().text()).isEqualTo("hello");
        assertThat(stored.row(message))
                .containsEntry("status", "claimed")
                .containsEntry("worker_token", taken.worker());
        assertThat(stored.take(gateway, 5)).isEmpty();
    }

    @Test
    void whatIsGivenBackIsTakenAgainAtOnce() {
        stored.add(gateway, "acme", Priority.HIGH);
        var taken = stored.takeOnly(gateway);

        stored.await(stored.outbox().release(List.of(taken), soon()));

        assertThat(id(stored.takeOnly(gateway))).isEqualTo(id(taken));
    }

    @Test
    void whatIsAnothersByNowIsNotGivenBack() {
        stored.add(gateway, "acme", Priority.HIGH);
        var taken = stored.takeOnly(gateway);
        var other = heldBy(taken, UUID.randomUUID());

        stored.await(stored.outbox().release(List.of(other), soon()));

        assertThat(stored.row(id(taken))).containsEntry("status", "claimed");
    }

    @Test
    void whatIsAboutToBeSentIsWrittenDownFirst() {
        var taken = stored.sending(gateway, DAY);
        // As after a lost reply.
        assertThat(stored.send(taken, DAY)).isTrue();

        var row = stored.row(id(taken));
        assertThat(row).containsEntry("status", "sending").containsEntry("attempts", 1);
        assertThat(time(row.get("resend_until"))).isEqualTo(time(row.get("first_sent_at")) + DAY.toMillis());
    }

    @Test
    void nothingIsSentBySomebodyElseOrAfterItsLeaseOrItsTime() {
        stored.add(gateway, "acme", Priority.HIGH);
        var taken = stored.takeOnly(gateway);

        assertThat(stored.send(heldBy(taken, UUID.randomUUID()), DAY)).isFalse();
        for (var over :
                List.of("locked_until = now()", "expires_at = now(), locked_until = now() + interval '1 hour'")) {
            stored.change(id(taken), over);
            assertThat(stored.send(taken, DAY)).as(over).isFalse();
        }

        assertThat(stored.row(id(taken))).containsEntry("status", "claimed").containsEntry("attempts", 0);
    }

    @Test
    void nothingIsSentAgainThatTheGatewayMayHaveForgotten() {
        var taken = stored.sending(gateway, DAY);
        assertThat(stored.unknown(taken)).isTrue();
        stored.change(id(taken), "status = 'ready', next_check_at = NULL");
        var again = stored.takeOnly(gateway);
        stored.change(id(taken), "resend_until = now()");

        assertThat(stored.send(again, DAY)).isFalse();
    }

    @Test
    void anAnswerEndsItAndTheWorkersHold() {
        var sent = stored.sending(gateway, DAY);
        assertThat(answered(sent, new Ending(MessageState.SENT, "ext", null))).isTrue();
        // As after a lost reply.
        assertThat(answered(sent, new Ending(MessageState.SENT, "ext", null))).isTrue();
        assertThat(stored.row(id(sent)))
                .containsEntry("status", "sent")
                .containsEntry("external_id", "ext")
                .containsEntry("locked_until", null)
                .doesNotContainEntry("sent_at", null)
                .doesNotContainEntry("ended_at", null);

        var rejected = stored.sending(StoredMessages.gateway(), DAY);
        assertThat(answered(rejected, new Ending(MessageState.REJECTED, null, "no such number")))
                .isTrue();
        assertThat(stored.row(id(rejected)))
                .containsEntry("status", "rejected")
                .containsEntry("reason", "no such number")
                .containsEntry("sent_at", null);

        var delivered = stored.sending(StoredMessages.gateway(), DAY);
        assertThat(answered(delivered, new Ending(MessageState.DELIVERED, null, null)))
                .isTrue();
        assertThat(stored.row(id(delivered)))
                .containsEntry("status", "delivered")
                .doesNotContainEntry("delivered_at", null);
    }

    @Test
    void anAnswerThatComesLateIsRecordedWhileNobodyElseHasIt() {
        var taken = stored.sending(gateway, DAY);
        stored.change(id(taken), "status = 'unknown', locked_until = NULL, next_check_at = now()");

        assertThat(answered(taken, new Ending(MessageState.SENT, null, null))).isTrue();

        assertThat(stored.row(id(taken))).containsEntry("status", "sent").containsEntry("next_check_at", null);
    }

    @Test
    void anAnswerDoesNotUndoWhatIsKnownBetterOrBelongsToSomebodyElse() {
        var taken = stored.sending(gateway, DAY);
        assertThat(answered(heldBy(taken, UUID.randomUUID()), new Ending(MessageState.SENT, null, null)))
                .isFalse();
        stored.change(id(taken), "status = 'delivered', locked_until = NULL, ended_at = now()");

        assertThat(answered(taken, new Ending(MessageState.SENT, null, null))).isFalse();
        assertThat(stored.unknown(taken)).isFalse();
        assertThat(putBack(taken, MessageState.READY)).isFalse();

        assertThat(stored.row(id(taken))).containsEntry("status", "delivered");
    }

    @Test
    void whatDidNothingIsAsItWas() {
        var taken = stored.sending(gateway, DAY);

        assertThat(putBack(taken, MessageState.READY)).isTrue();
        // As after a lost reply.
        assertThat(putBack(taken, MessageState.READY)).isTrue();

        assertThat(stored.row(id(taken)))
                .containsEntry("status", "ready")
                .containsEntry("attempts", 0)
                .containsEntry("reason", "no-connection")
                .containsEntry("first_sent_at", null)
                .containsEntry("resend_until", null);
        assertThat(stored.take(gateway, 1)).as("before its time").isEmpty();
    }

    @Test
    void whatMayHaveBeenSentBeforeStaysSoWhenTheNextTryDidNothing() {
        var taken = stored.sending(gateway, DAY);
        var first = stored.row(id(taken));
        assertThat(stored.unknown(taken)).isTrue();
        stored.change(id(taken), "status = 'ready', next_check_at = NULL");
        var again = stored.takeOnly(gateway);
        assertThat(stored.send(again, DAY)).isTrue();

        assertThat(putBack(again, MessageState.READY)).isTrue();

        assertThat(stored.row(id(taken)))
                .containsEntry("first_sent_at", first.get("first_sent_at"))
                .containsEntry("resend_until", first.get("resend_until"))
                .containsEntry("attempts", 1);
    }

    @Test
    void whatIsGivenUpIsDead() {
        var taken = stored.sending(gateway, DAY);

        assertThat(putBack(taken, MessageState.DEAD)).isTrue();

        assertThat(stored.row(id(taken))).containsEntry("status", "dead").doesNotContainEntry("ended_at", null);
    }

    @Test
    void whatMayHaveBeenTakenIsLookedAfter() {
        var taken = stored.sending(gateway, DAY);

        assertThat(stored.unknown(taken)).isTrue();
        // As after a lost reply.
        assertThat(stored.unknown(taken)).isTrue();

        assertThat(stored.row(id(taken)))
                .containsEntry("status", "unknown")
                .containsEntry("reason", "timeout")
                .containsEntry("locked_until", null)
                .doesNotContainEntry("next_check_at", null);
    }

    private static Taken heldBy(Taken taken, UUID other) {
        return new Taken(
                taken.message(),
                taken.tenant(),
                taken.priority(),
                taken.state(),
                other,
                taken.before(),
                taken.place(),
                taken.more());
    }

    private static boolean answered(Taken taken, Ending ending) {
        return stored.await(stored.outbox().answered(taken, ending, soon()));
    }

    private static boolean putBack(Taken taken, MessageState state) {
        var before = taken.before();
        var how = new Return(
                state,
                "no-connection",
                before.attempts(),
                before.firstSentAt(),
                before.resendUntil(),
                Duration.ofMinutes(1));
        return stored.await(stored.outbox().putBack(taken, how, soon()));
    }

    private static long time(Object timestamp) {
        return ((Timestamp) timestamp).getTime();
    }
}
