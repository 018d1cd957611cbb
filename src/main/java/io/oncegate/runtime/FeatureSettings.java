package io.oncegate.runtime;

import io.oncegate.caller.CallerConfig;
import io.oncegate.caller.CallerSettings;
import io.oncegate.ops.DrainConfig;
import io.oncegate.payments.PaymentsSettings;
import io.quarkus.runtime.LaunchMode;
import jakarta.enterprise.context.ApplicationScoped;

/** What the features say of their own settings. */
@ApplicationScoped
class FeatureSettings {

    private final CallerConfig callers;
    private final OperationSettingsCheck operations;
    private final PaymentsSettings payments;
    private final DrainConfig drain;

    FeatureSettings(
            CallerConfig callers, OperationSettingsCheck operations, PaymentsSettings payments, DrainConfig drain) {
        this.callers = callers;
        this.operations = operations;
        this.payments = payments;
        this.drain = drain;
    }

    /** Adds a sentence for each reason not to start. */
    SettingsCheck addTo(SettingsCheck check) {
        boolean production = LaunchMode.current() == LaunchMode.NORMAL;
        return check.drain(drain)
                .and(CallerSettings.complaints(callers, production))
                .and(operations.complaints())
                .and(payments.complaints(production));
    }
}
