package io.oncegate.messages.dispatch;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Aftercare.Outlived;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Frees messages of workers that are gone, and ends those that nobody needs any more, whatever their gateway does. */
@ApplicationScoped
class OverdueMessages {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);

    /** A run ends after this long even if there is more, so that a shutdown never waits for it. */
    private static final Duration LONGEST_RUN = Duration.ofSeconds(3);

    private static final int BATCH = 500;

    private final Aftercare aftercare;
    private final DispatchMetrics metrics;

    OverdueMessages(Aftercare aftercare, DispatchMetrics metrics) {
        this.aftercare = aftercare;
        this.metrics = metrics;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(INTERVAL, "overdue-messages", this::sweep);
    }

    /** One run: batches until one is not full. What it had no time for is the next one's. */
    Uni<Counts> sweep() {
        Deadline end = Deadline.in(LONGEST_RUN);
        return all(() -> aftercare.leasesOver(BATCH, Deadline.in(STATEMENT_LIMIT)), end)
                .chain(freed -> all(() -> aftercare.outlived(BATCH, Deadline.in(STATEMENT_LIMIT)), end)
                        .invoke(outlived -> outlived.forEach(each ->
                                metrics.count(each.gateway(), each.state().stored())))
                        .map(outlived -> counts(freed, outlived)));
    }

    private static <T> Uni<List<T>> all(Supplier<Uni<List<T>>> batch, Deadline end) {
        return Multi.createBy()
                .repeating()
                .uni(batch::get)
                .whilst(found -> found.size() == BATCH && !end.passed())
                .collect()
                .with(Collectors.flatMapping(List::stream, Collectors.toList()));
    }

    private static Counts counts(List<MessageState> freed, List<Outlived> outlived) {
        long unknown = number(freed, MessageState.UNKNOWN);
        long expired = outlived.stream()
                .filter(each -> each.state() == MessageState.EXPIRED)
                .count();
        return Counts.of("freed", number(freed, MessageState.READY))
                .and("unknown", unknown + outlived.size() - expired)
                .and("expired", expired);
    }

    private static long number(List<MessageState> states, MessageState state) {
        return states.stream().filter(each -> each == state).count();
    }
}
