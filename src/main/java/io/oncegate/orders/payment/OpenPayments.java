package io.oncegate.orders.payment;

import io.oncegate.idempotency.operation.Recording;
import io.oncegate.orders.Order;
import io.oncegate.orders.OrderAnswers;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * What is said of a payment whose outcome is not known yet, and when: never later than the caller waits, whatever is
 * still under way. Work that was begun runs to its end without whoever asked.
 */
@ApplicationScoped
class OpenPayments {

    private static final Logger LOG = Logger.getLogger(OpenPayments.class);
    private static final Duration SOON = Duration.ofSeconds(1);
    /** Kept from the caller's time to say how things stand. */
    private static final Duration LAST_WORD = Duration.ofMillis(20);

    private final Attempts attempts;
    private final ResolveAttempt resolve;
    private final OrderAnswers answers;
    private final Timing timing;
    private final Ids ids;

    OpenPayments(Attempts attempts, ResolveAttempt resolve, OrderAnswers answers, Timing timing, Ids ids) {
        this.attempts = attempts;
        this.resolve = resolve;
        this.answers = answers;
        this.timing = timing;
        this.ids = ids;
    }

    /**
     * Work on an order's payment, or, when the caller's time is up or the storage fails, that the outcome is not known.
     */
    Uni<Recording> within(Deadline deadline, Order order, Uni<Recording> work) {
        Recording open = new Recording.Open(answers.open(order), SOON);
        Duration left = deadline.remaining().minus(LAST_WORD);
        Uni<Recording> running = Uni.createFrom()
                .emitter(emitter -> timing.outliving(work).subscribe().with(emitter::complete, failure -> {
                    LOG.warnf(
                            failure,
                            "a payment's outcome could not be recorded, and is looked up later order=%s",
                            order.id());
                    emitter.complete(open);
                }));
        return running.ifNoItem()
                .after(left.toMillis() < 1 ? Duration.ofMillis(1) : left)
                .recoverWithItem(open);
    }

    /** Looks after an open payment, unless that has just been done, and says how it stands. */
    Uni<Recording> goOn(String tenant, String orderId, Deadline deadline) {
        return attempts.live(tenant, orderId, ids.token(), timing.inlineCheckAfter(), deadline)
                .chain(found -> found.map(attempt -> within(deadline, attempt.order(), resolve.resolve(attempt)))
                        .orElseGet(() -> standing(tenant, orderId, deadline)));
    }

    private Uni<Recording> standing(String tenant, String orderId, Deadline deadline) {
        return attempts.standing(tenant, orderId, deadline)
                .map(found -> found.filter(Standing::keyInProgress)
                        .<Recording>map(standing ->
                                new Recording.Open(answers.open(standing.order()), soonest(standing.nextCheck())))
                        .orElseGet(Recording.Fenced::new));
    }

    private static Duration soonest(Duration nextCheck) {
        return nextCheck.compareTo(SOON) < 0 ? SOON : nextCheck;
    }
}
