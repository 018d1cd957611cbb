package io.oncegate.webhooks;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The operator's hand: shows webhooks that could not be applied, and has them tried anew. */
@ApplicationScoped
public class ReplayWebhook {

    private static final Set<EventStatus> REPLAYABLE = EnumSet.of(EventStatus.PARKED, EventStatus.FAILED);

    private final WebhookEvents events;
    private final ApplyEvents applying;
    private final WebhooksConfig config;

    ReplayWebhook(WebhookEvents events, ApplyEvents applying, WebhooksConfig config) {
        this.events = events;
        this.applying = applying;
        this.config = config;
    }

    /** Webhooks that are parked or failed, by id, after {@code afterId}. */
    public Uni<List<Listed>> listed(EventStatus status, String afterId, int most, Deadline deadline) {
        return events.listed(status, afterId, most, deadline);
    }

    /**
     * Has one tried anew, at once and for as long as one that has just come. Fails with {@code not-found}, or with
     * {@code state-conflict} where it is neither parked nor failed.
     */
    public Uni<Void> replay(String id, Stamp stamp, Deadline deadline) {
        if (!Ulid.isOne(id)) {
            return Uni.createFrom().failure(ReplayWebhook::noSuchWebhook);
        }
        return events.replay(id, config.parkFor(), stamp, deadline)
                .map(found -> found.orElseThrow(ReplayWebhook::noSuchWebhook))
                .invoke(found -> {
                    if (!REPLAYABLE.contains(found)) {
                        throw Problem.of(
                                        ProblemType.STATE_CONFLICT,
                                        "Only a webhook that is parked or has failed can be replayed; this one is "
                                                + found.wire() + ".")
                                .toException();
                    }
                    applying.wake();
                })
                .replaceWithVoid();
    }

    private static RuntimeException noSuchWebhook() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no webhook with this id.")
                .toException();
    }
}
