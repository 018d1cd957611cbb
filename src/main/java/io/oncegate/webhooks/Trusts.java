package io.oncegate.webhooks;

import io.oncegate.caller.address.Networks;
import io.oncegate.payments.Notices.Scheme;
import io.oncegate.webhooks.signature.Freshness;
import io.oncegate.webhooks.signature.Signature;
import io.oncegate.webhooks.signature.StandardSignature;
import io.oncegate.webhooks.signature.StripeSignature;
import io.oncegate.webhooks.signature.TokenSignature;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** How far a source is believed, by its scheme and its settings. Thread-safe. */
@ApplicationScoped
class Trusts {

    private final WebhooksConfig config;
    private final Freshness freshness;

    Trusts(WebhooksConfig config, Clock clock) {
        this.config = config;
        this.freshness = new Freshness(clock, config.tolerance());
    }

    /** A source that signs with one of {@code secrets}; without any it is closed. */
    Trust signed(Scheme scheme, List<String> secrets) {
        List<String> usable =
                secrets.stream().filter(secret -> !secret.isBlank()).toList();
        return usable.isEmpty() ? new Trust.Closed() : new Trust.Signed(signature(scheme, usable));
    }

    private Signature signature(Scheme scheme, List<String> secrets) {
        return switch (scheme) {
            case STRIPE -> new StripeSignature(secrets, freshness);
            case STANDARD -> new StandardSignature(secrets, freshness);
            case TOKEN -> new TokenSignature(secrets);
            case UNSIGNED -> throw new IllegalArgumentException("nothing signs by " + scheme);
        };
    }

    /** A source that does not sign. */
    Trust unsigned(String name) {
        return new Trust.Unsigned(Optional.ofNullable(config.sources().get(name))
                .flatMap(WebhooksConfig.SourceConfig::networks)
                .map(Networks::of));
    }
}
