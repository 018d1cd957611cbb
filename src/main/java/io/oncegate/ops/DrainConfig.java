package io.oncegate.ops;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How an instance leaves. */
@ConfigMapping(prefix = "oncegate")
public interface DrainConfig {

    /**
     * How long an instance that was told to stop keeps serving after its readiness went down: the time that load
     * balancers need to notice. After it, new requests are refused with 503 <code>draining</code>.
     */
    @WithDefault("5s")
    Duration drainDelay();
}
