package io.oncegate.runtime;

import io.oncegate.caller.CallerConfig;
import io.oncegate.caller.CallerSettings;
import io.oncegate.idempotency.IdempotencyConfig;
import io.oncegate.idempotency.IdempotencySettings;
import io.oncegate.messages.MessagesConfig;
import io.oncegate.messages.MessagesSettings;
import io.oncegate.ops.DrainConfig;
import io.oncegate.orders.OrdersConfig;
import io.quarkus.runtime.LaunchMode;
import jakarta.enterprise.context.ApplicationScoped;

/** What the features say of their own settings. */
@ApplicationScoped
class FeatureSettings {

    private final CallerConfig callers;
    private final IdempotencyConfig idempotency;
    private final OrdersConfig orders;
    private final MessagesConfig messages;
    private final DrainConfig drain;

    FeatureSettings(
            CallerConfig callers,
            IdempotencyConfig idempotency,
            OrdersConfig orders,
            MessagesConfig messages,
            DrainConfig drain) {
        this.callers = callers;
        this.idempotency = idempotency;
        this.orders = orders;
        this.messages = messages;
        this.drain = drain;
    }

    /** Adds a sentence for each reason not to start. */
    SettingsCheck addTo(SettingsCheck check) {
        return check.drain(drain)
                .and(CallerSettings.complaints(callers, LaunchMode.current() == LaunchMode.NORMAL))
                .and(IdempotencySettings.complaints(idempotency))
                .and(IdempotencySettings.complaints(
                        "oncegate.operations.orders",
                        orders.retention(),
                        orders.budget(),
                        orders.fingerprintExcludes()))
                .and(MessagesSettings.complaints(messages));
    }
}
