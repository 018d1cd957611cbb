package io.oncegate.messages.dispatch;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.stream.Collectors;

/** Erases what messages said, some time after their end. */
@ApplicationScoped
class TextEraser {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);

    /** A run ends after this long even if there is more. */
    private static final Duration LONGEST_RUN = Duration.ofSeconds(3);

    private static final int BATCH = 500;

    private final Aftercare aftercare;
    private final DispatchConfig config;

    TextEraser(Aftercare aftercare, DispatchConfig config) {
        this.aftercare = aftercare;
        this.config = config;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(INTERVAL, "message-texts", this::erase);
    }

    /** One run: batches until one is not full. */
    Uni<Counts> erase() {
        Deadline end = Deadline.in(LONGEST_RUN);
        return Multi.createBy()
                .repeating()
                .uni(() -> aftercare.erase(config.keepText(), BATCH, Deadline.in(STATEMENT_LIMIT)))
                .whilst(erased -> erased == BATCH && !end.passed())
                .collect()
                .with(Collectors.summingLong(Integer::longValue))
                .map(total -> Counts.of("erased", total));
    }
}
