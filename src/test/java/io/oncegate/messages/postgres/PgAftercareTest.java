package io.oncegate.messages.postgres;

import static io.oncegate.messages.postgres.StoredMessages.DAY;
import static io.oncegate.messages.postgres.StoredMessages.id;
import static io.oncegate.messages.postgres.StoredMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.messages.dispatch.Aftercare.Doubt;
import io.oncegate.messages.dispatch.Aftercare.Means;
import io.oncegate.messages.dispatch.Aftercare.OpenNow;
import io.oncegate.messages.dispatch.Aftercare.Outlived;
import io.oncegate.messages.dispatch.Aftercare.Remedy;
import io.oncegate.messages.dispatch.Outbox.Ending;
import io.oncegate.messages.dispatch.Taken;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done about messages that nobody sends, on a real PostgreSQL. */
class PgAftercareTest {
    private static final Means KEYED = new Means(true, true, 20, DAY);
    private static final Means KEYLESS = new Means(false, false, 20, DAY);

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
    void whatTheGatewayRecognisesIsSentAgainUnderItsId() {
        var taken = unknown();

        assertThat(doubts(KEYED)).containsExactly(new Doubt(id(taken), Remedy.RESEND));

        var again = stored.takeOnly(gateway);
        assertThat(id(again)).isEqualTo(id(taken));
        assertThat(again.before().attempts()).isEqualTo(1);
        assertThat(again.before().checks()).isEqualTo(1);
        assertThat(stored.send(again, DAY)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"resend_until", "expires_at"})
    void afterThatItIsOnlyAskedFor(String limit) {
        var taken = unknown();
        stored.change(id(taken), limit + " = now()");

        assertThat(doubts(KEYED)).containsExactly(new Doubt(id(taken), Remedy.ASK));

        assertThat(doubts(KEYED)).as("not again at once").isEmpty();
        assertThat(stored.row(id(taken))).containsEntry("status", "unknown").containsEntry("checks", 1);
        assertThat(stored.take(gateway, 1)).isEmpty();
    }

    @Test
    void whatWasTriedOftenEnoughIsOnlyAskedFor() {
        var taken = unknown();

        assertThat(doubts(new Means(true, true, 1, DAY))).containsExactly(new Doubt(id(taken), Remedy.ASK));
    }

    @Test
    void afterADayItIsLeftToWhoeverTellsOfIt() {
        var taken = unknown();
        stored.change(id(taken), "resend_until = now(), first_sent_at = now() - interval '25 hours'");

        assertThat(doubts(KEYED)).containsExactly(new Doubt(id(taken), Remedy.LEAVE));

        assertThat(stored.row(id(taken)))
                .containsEntry("status", "unknown")
                .containsEntry("next_check_at", null)
                .doesNotContainEntry("ended_at", null);
    }

    @Test
    void withoutKeysAndQuestionsItIsLeftAtOnceAndNeverSentAgain() {
        var taken = unknown();

        assertThat(doubts(KEYLESS)).containsExactly(new Doubt(id(taken), Remedy.LEAVE));

        assertThat(doubts(KEYLESS)).isEmpty();
        assertThat(stored.take(gateway, 1)).isEmpty();
    }

    @Test
    void theAnswerOfTheWorkerThatSentItStillCounts() {
        var taken = unknown();
        assertThat(doubts(KEYLESS)).hasSize(1);

        assertThat(stored.await(stored.outbox().answered(taken, new Ending(MessageState.SENT, null, null), soon())))
                .isTrue();

        assertThat(stored.row(id(taken))).containsEntry("status", "sent");
    }

    @ParameterizedTest
    @CsvSource({
        "sending, sent, sent",
        "unknown, sent, sent",
        "ready, sent, sent",
        "claimed, sent, sent",
        "sent, sent, sent",
        "sent, undelivered, undelivered",
        "sent, delivered, delivered",
        "unknown, delivered, delivered",
        "undelivered, sent, undelivered",
        "undelivered, delivered, delivered",
        "delivered, undelivered, delivered",
        "delivered, sent, delivered",
        "unknown, rejected, rejected",
        "sent, rejected, sent",
        "sending, rejected, sending",
        "rejected, sent, rejected",
        "expired, sent, expired",
        "dead, sent, dead"
    })
    void whatAGatewayTellsCountsByRank(String before, String told, String after) {
        var message = stored.add(gateway, "acme", Priority.NORMAL);
        var held = before.equals("sending") || before.equals("claimed");
        stored.change(
                message,
                "status = '%s', worker_token = gen_random_uuid(), locked_until = %s, ended_at = %s"
                        .formatted(before, held ? "now()" : "NULL", held || before.equals("ready") ? "NULL" : "now()"));

        assertThat(told(gateway, message, told)).isTrue();

        assertThat(stored.row(message)).containsEntry("status", after);
    }

    @Test
    void whatIsToldOfAnothersMessageOrOfNoneConcernsNobody() {
        var message = stored.add(gateway, "acme", Priority.NORMAL);

        assertThat(told("another", message, "delivered")).isFalse();
        assertThat(told(gateway, "01%024d".formatted(0), "delivered")).isFalse();

        assertThat(stored.row(message)).containsEntry("status", "ready");
    }

    @Test
    void whatIsToldOfAMessageThatWaitsToBeSentAgainKeepsItFromBeingSent() {
        var taken = unknown();
        assertThat(doubts(KEYED)).hasSize(1);
        var again = stored.takeOnly(gateway);

        assertThat(told(gateway, id(taken), "sent")).isTrue();

        assertThat(stored.send(again, DAY)).isFalse();
    }

    @Test
    void aLeaseThatIsOverFreesWhatWasNotBegunAndLeavesTheRestUnknown() {
        stored.add(gateway, "acme", Priority.NORMAL);
        var claimed = stored.takeOnly(gateway);
        var sending = stored.sending(gateway, DAY);
        for (var taken : List.of(claimed, sending)) {
            stored.change(id(taken), "locked_until = now() - interval '1 second'");
        }

        assertThat(stored.await(stored.aftercare().leasesOver(100, soon())))
                .contains(MessageState.READY, MessageState.UNKNOWN);

        assertThat(stored.row(id(claimed))).containsEntry("status", "ready");
        assertThat(stored.row(id(sending)))
                .containsEntry("status", "unknown")
                .containsEntry("reason", "worker-lost")
                .doesNotContainEntry("next_check_at", null);
        assertThat(stored.send(claimed, DAY)).as("by the worker that lost it").isFalse();
    }

    @Test
    void whatOutlivedItsTimeEndsWithoutAGateway() {
        var maybe = unknown();
        assertThat(doubts(KEYED)).hasSize(1);
        var never = stored.add(gateway, "acme", Priority.NORMAL);
        stored.change(never, "expires_at = now() - interval '1 second'");
        stored.change(id(maybe), "expires_at = now() - interval '1 second'");

        assertThat(stored.await(stored.aftercare().outlived(100, soon())))
                .contains(new Outlived(gateway, MessageState.EXPIRED), new Outlived(gateway, MessageState.UNKNOWN));

        assertThat(stored.row(never)).containsEntry("status", "expired");
        assertThat(stored.row(id(maybe))).containsEntry("status", "unknown");
    }

    @Test
    void textsAreErasedSomeTimeAfterTheEnd() {
        var old = stored.add(gateway, "acme", Priority.NORMAL);
        stored.change(old, "status = 'delivered', ended_at = now() - interval '31 days'");
        var recent = stored.add(gateway, "acme", Priority.NORMAL);
        stored.change(recent, "status = 'delivered', ended_at = now() - interval '29 days'");
        var waiting = stored.add(gateway, "acme", Priority.NORMAL);

        assertThat(stored.await(stored.aftercare().erase(Duration.ofDays(30), 100, soon())))
                .isEqualTo(1);

        assertThat(stored.row(old)).containsEntry("body", null);
        assertThat(stored.row(recent)).containsEntry("body", "hello");
        assertThat(stored.row(waiting)).containsEntry("body", "hello");
        assertThat(stored.await(stored.messages().find("acme", old, soon())))
                .hasValueSatisfying(message -> assertThat(message.text()).isNull());
    }

    @Test
    void whatIsOpenIsCountedByState() {
        stored.add(StoredMessages.gateway(), "acme", Priority.NORMAL);
        stored.sending(StoredMessages.gateway(), DAY);
        unknown();

        assertThat(stored.await(stored.aftercare().open(soon())))
                .allSatisfy(now -> assertThat(now.oldestAgeSeconds()).isNotNegative())
                .extracting(OpenNow::state)
                .contains(MessageState.READY, MessageState.SENDING, MessageState.UNKNOWN)
                .doesNotHaveDuplicates();
    }

    @CanIgnoreReturnValue
    private Taken unknown() {
        var taken = stored.sending(gateway, DAY);
        assertThat(stored.unknown(taken)).isTrue();
        return taken;
    }

    private List<Doubt> doubts(Means means) {
        return stored.await(stored.aftercare().doubts(gateway, means, 10, soon()));
    }

    private static boolean told(String gateway, String message, String state) {
        var ending = new Ending(MessageState.of(state), null, null);
        return stored.await(stored.aftercare().told(gateway, message, ending, soon()));
    }
}
