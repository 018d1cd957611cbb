package io.oncegate.orders.payment;

import io.oncegate.overload.Admission;
import io.oncegate.payments.Account;
import io.oncegate.payments.PaymentsConfig;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** How long each step of a payment may take, and what is waited for. */
@ApplicationScoped
class Timing {

    /** For statements that no caller waits for. */
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);
    /** A tenth of its life before the provider may forget a key, it is not relied upon any more. */
    private static final long KEY_MARGIN = 10;

    private final PaymentsConfig config;
    private final Admission admission;

    Timing(PaymentsConfig config, Admission admission) {
        this.config = config;
        this.admission = admission;
    }

    /** How long things last for an attempt at this account that begins now. */
    Attempts.Windows windows(Account account) {
        Duration retention = account.descriptor().keyed() ? account.keyRetention() : Duration.ZERO;
        Duration key = retention.minus(retention.dividedBy(KEY_MARGIN));
        return new Attempts.Windows(key, account.settleAfter(), config.payWithin(), config.reviewAfter());
    }

    /** Until when a request may leave whose statement is issued now. */
    Deadline leaveBy() {
        return Deadline.in(config.sendWithin());
    }

    /** How long after the last look at an open payment the next request looks again. */
    Duration inlineCheckAfter() {
        return config.inlineCheckAfter();
    }

    /** A provider is waited for: that is no work of ours, and what follows it is never refused. */
    <T> Uni<T> awaited(Uni<T> call) {
        return admission.aside(call);
    }

    /** Work that outlives the request that began it. */
    <T> Uni<T> outliving(Uni<T> work) {
        return admission.share(work);
    }

    static Deadline statement() {
        return Deadline.in(STATEMENT_LIMIT);
    }
}
