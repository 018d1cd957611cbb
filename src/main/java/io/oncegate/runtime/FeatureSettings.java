package io.oncegate.runtime;

import io.oncegate.caller.CallerConfig;
import io.oncegate.caller.CallerSettings;
import io.oncegate.ops.DrainConfig;
import io.oncegate.overload.OverloadSettings;
import io.quarkus.runtime.LaunchMode;
import jakarta.enterprise.context.ApplicationScoped;

/** What the features say of their own settings. */
@ApplicationScoped
class FeatureSettings {

    private final CallerConfig callers;
    private final OperationSettingsCheck operations;
    private final ProviderSettingsCheck providers;
    private final OverloadSettings overload;
    private final DrainConfig drain;

    FeatureSettings(
            CallerConfig callers,
            OperationSettingsCheck operations,
            ProviderSettingsCheck providers,
            OverloadSettings overload,
            DrainConfig drain) {
        this.callers = callers;
        this.operations = operations;
        this.providers = providers;
        this.overload = overload;
        this.drain = drain;
    }

    /** Adds a sentence for each reason not to start. */
    SettingsCheck addTo(SettingsCheck check) {
        boolean production = LaunchMode.current() == LaunchMode.NORMAL;
        return check.drain(drain)
                .and(CallerSettings.complaints(callers, production))
                .and(operations.complaints())
                .and(providers.complaints(production))
                .and(overload.complaints());
    }
}
