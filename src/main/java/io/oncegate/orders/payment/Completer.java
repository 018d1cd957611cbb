package io.oncegate.orders.payment;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.payments.Account;
import io.oncegate.payments.Accounts;
import io.oncegate.payments.PaymentsConfig;
import io.oncegate.request.Ids;
import io.oncegate.request.Traces;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * Goes on with attempts that nobody waits for. Each account has a completer of its own, so that a provider which hangs
 * keeps it from no other; it takes as many attempts as it has hands free, and what it takes is leased to it alone.
 */
@ApplicationScoped
class Completer {

    private static final Logger LOG = Logger.getLogger(Completer.class);

    private final Accounts accounts;
    private final Attempts attempts;
    private final ResolveAttempt resolve;
    private final PaymentsConfig config;
    private final Ids ids;

    Completer(Accounts accounts, Attempts attempts, ResolveAttempt resolve, PaymentsConfig config, Ids ids) {
        this.accounts = accounts;
        this.attempts = attempts;
        this.resolve = resolve;
        this.config = config;
        this.ids = ids;
    }

    void begin(@Observes StartupEvent started, Background background, Traces traces) {
        for (Account account : accounts.all()) {
            Hands hands = new Hands(account, traces);
            background.every(config.checkInterval(), "payments-" + account.name(), hands::take);
        }
    }

    /** Those who complete one account's payments: at most half of the calls that it may have in flight. */
    private final class Hands {

        private static final int SHARE = 2;

        private final Account account;
        private final Traces traces;
        private final int most;
        private final AtomicInteger busy = new AtomicInteger();

        Hands(Account account, Traces traces) {
            this.account = account;
            this.traces = traces;
            this.most = Math.max(1, account.mostInFlight() / SHARE);
        }

        /**
         * Takes what is due, and as soon as that is done takes more, while there is more than it can take. What could not
         * be asked for now is left where it is.
         */
        Uni<Counts> take() {
            int free = Math.min(most - busy.get(), account.callsLeft());
            if (free < 1) {
                return Uni.createFrom().item(Counts.NOTHING);
            }
            return attempts.due(account.name(), ids.token(), free, Timing.statement())
                    .invoke(due -> due.forEach(attempt -> work(attempt, due.size() >= free)))
                    .replaceWith(Counts.NOTHING);
        }

        private void work(Attempt attempt, boolean thereIsMore) {
            busy.incrementAndGet();
            traces.alone("open payment", () -> resolve.resolve(attempt))
                    .subscribe()
                    .with(done -> ended(thereIsMore), failure -> {
                        LOG.debugf(failure, "an open payment could not be looked after attempt=%s", attempt.id());
                        ended(false);
                    });
        }

        private void ended(boolean thereIsMore) {
            if (busy.decrementAndGet() == 0 && thereIsMore) {
                take().subscribe().with(taken -> {}, failure -> LOG.debug("open payments could not be taken", failure));
            }
        }
    }
}
