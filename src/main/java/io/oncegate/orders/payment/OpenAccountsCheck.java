package io.oncegate.orders.payment;

import io.oncegate.payments.Accounts;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/** An account that has open payments cannot be taken out of the settings: nobody would ever learn what became of them. */
@ApplicationScoped
class OpenAccountsCheck {

    private final Attempts attempts;
    private final Accounts accounts;

    OpenAccountsCheck(Attempts attempts, Accounts accounts) {
        this.attempts = attempts;
        this.accounts = accounts;
    }

    /** Waits, as every step of the start does. */
    void check(@Observes StartupEvent migrated) {
        List<String> orphaned = attempts.openAccounts(Timing.statement()).subscribeAsCompletionStage().join().stream()
                .filter(account -> accounts.find(account).isEmpty())
                .map(
                        "oncegate.payments.accounts.%s has open payments: it cannot be left out or without credentials."
                                ::formatted)
                .toList();
        if (!orphaned.isEmpty()) {
            throw new ConfigurationException(String.join("\n", orphaned));
        }
    }
}
