package io.oncegate.caller;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Optional;

/** Who may call. */
@ConfigMapping(prefix = "oncegate")
public interface CallerConfig {

    /**
     * The operator's own key: 16 to 128 visible ASCII characters. It opens <code>/admin/v1</code>, where tenants and
     * their API keys are made, and nothing of any tenant. Without it, only tenants' keys with the scope
     * <code>operator</code> open that. To change it, restart with another one.
     */
    Optional<String> bootstrapOperatorKey();

    /**
     * Whether the demo tenants exist, with keys that anyone can read in the documentation. Development switches it on;
     * production refuses to start with it.
     */
    @WithDefault("false")
    boolean demo();

    /**
     * API keys that one instance remembers, valid and unknown ones, for the four seconds before it asks PostgreSQL
     * again. One entry takes about 500 bytes.
     */
    @WithDefault("20000")
    @Min(100)
    @Max(10_000_000)
    int rememberedApiKeys();
}
