package io.oncegate.ratelimit.instances;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** How many instances are meant to run. */
@ConfigMapping(prefix = "oncegate")
public interface InstancesConfig {

    /**
     * Instances that run at least. Each grants its share of a limit by itself while Redis does not answer; more of them
     * than are named here are counted by their heartbeats in PostgreSQL.
     */
    @WithDefault("1")
    @Min(1)
    @Max(10_000)
    int instances();
}
