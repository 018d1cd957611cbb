package io.oncegate.webhooks;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How webhooks are received and applied. */
@ConfigMapping(prefix = "oncegate.webhooks")
public interface WebhooksConfig {

    /**
     * How far the moment that a webhook was signed at may be from its arrival, either way: 401 beyond it. What the
     * schemes recommend; more is time for whoever has copied one.
     */
    @WithDefault("300s")
    Duration tolerance();

    /** How often an instance looks for webhooks to apply; one that it has received itself it applies at once. */
    @WithDefault("1s")
    Duration pollInterval();

    /** Webhooks that one instance applies at the same time. */
    @WithDefault("16")
    @Min(1)
    @Max(1000)
    int atOnce();

    /**
     * How long a webhook is tried again that is about something unknown, with growing pauses, before it is left to an
     * operator. Whatever makes it known has happened by then.
     */
    @WithDefault("24h")
    Duration parkFor();

    /**
     * Tries in a row that may end in a fault of the service before a webhook is left to an operator. What has failed
     * this often will fail again.
     */
    @WithDefault("5")
    @Min(1)
    @Max(100)
    int mostFaults();

    /** How long a webhook is kept, with its body, after nothing more is done about it. */
    @WithDefault("30d")
    Duration keep();

    /**
     * Payments of one account that hints (webhooks that nobody has signed) may be about at the same time, in each
     * instance; a hint about one more is acknowledged and dropped, and its payment is looked after without it.
     */
    @WithDefault("1000")
    @Min(1)
    @Max(100_000)
    int mostHints();

    /** By the name of an account or a gateway. */
    Map<String, SourceConfig> sources();

    /** Whoever sends webhooks under one name. */
    interface SourceConfig {

        /**
         * Addresses and networks (<code>192.0.2.0/24</code>) that alone may send webhooks which nobody signs: 403 for
         * the others. All of them by default: such a webhook is only a hint.
         */
        Optional<List<String>> networks();
    }
}
