package io.oncegate.messages.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.background.Counts;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Aftercare.Outlived;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is done about messages in batches, and what is told of it. */
class SweepsTest {
    private static final int BATCH = 500;

    private final FakeAftercare aftercare = new FakeAftercare();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void overdueMessagesAreTakenBatchByBatchAndCounted() {
        aftercare.freed.add(Collections.nCopies(BATCH, MessageState.READY));
        aftercare.freed.add(List.of(MessageState.UNKNOWN));
        aftercare.outlived.add(
                List.of(new Outlived("kannel", MessageState.EXPIRED), new Outlived("http-json", MessageState.UNKNOWN)));

        var done = now(new OverdueMessages(aftercare, new DispatchMetrics(registry)).sweep());

        assertThat(done).hasToString("freed=500 unknown=2 expired=1");
        assertThat(registry.counter("oncegate.messages.sent", "gateway", "kannel", "outcome", "expired")
                        .count())
                .isEqualTo(1);
    }

    @Test
    void textsAreErasedUntilABatchIsNotFull() {
        aftercare.erased.addAll(List.of(BATCH, BATCH, 3, BATCH));

        var done = now(new TextEraser(aftercare, Settings.of(DispatchConfig.class)).erase());

        assertThat(done).hasToString("erased=1003");
    }

    @Test
    void aReceiptNamesAMessageOrNobody() {
        var receipts = new RankedReceipts(aftercare);
        var id = "01J0000000000000000000000A";

        assertThat(now(receipts.apply("kannel", receipt("not an id"), Deadline.in(Duration.ofSeconds(1)))))
                .isFalse();
        assertThat(now(receipts.apply("kannel", receipt(id), Deadline.in(Duration.ofSeconds(1)))))
                .isTrue();

        assertThat(aftercare.told)
                .containsExactly(new FakeAftercare.Told(
                        "kannel", id, new Outbox.Ending(MessageState.UNDELIVERED, "ext", "absent")));
    }

    private static Receipt receipt(String id) {
        return new Receipt(id, Receipt.Kind.UNDELIVERED, Optional.of("ext"), "absent");
    }

    private static <T> T now(Uni<T> uni) {
        return uni.subscribeAsCompletionStage().join();
    }

    @Test
    void nothingToDoIsNothingToTell() {
        assertThat(now(new OverdueMessages(aftercare, new DispatchMetrics(registry)).sweep()))
                .extracting(Counts::nothing)
                .isEqualTo(true);
    }
}
