package io.oncegate.runtime;

import io.oncegate.messages.gateway.GatewaysSettings;
import io.oncegate.payments.PaymentsSettings;
import io.oncegate.webhooks.WebhooksConfig;
import io.oncegate.webhooks.WebhooksSettings;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.Stream;

/** What is wrong with the settings of providers and gateways: of those that are called, and of what they tell. */
@ApplicationScoped
class ProviderSettingsCheck {

    private final PaymentsSettings payments;
    private final GatewaysSettings gateways;
    private final WebhooksConfig webhooks;

    ProviderSettingsCheck(PaymentsSettings payments, GatewaysSettings gateways, WebhooksConfig webhooks) {
        this.payments = payments;
        this.gateways = gateways;
        this.webhooks = webhooks;
    }

    /** A sentence for each reason not to start. */
    List<String> complaints(boolean production) {
        return Stream.of(payments.complaints(production), gateways.complaints(), WebhooksSettings.complaints(webhooks))
                .flatMap(List::stream)
                .toList();
    }
}
