package io.oncegate.request;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** What a request may bring along. */
@ConfigMapping(prefix = "oncegate.request")
public interface RequestConfig {

    /** The largest body; a larger one is refused with 413. The largest order is about a tenth of the default. */
    @WithDefault("64K")
    MemorySize maxBody();

    /**
     * How long a body may take to arrive, from the moment it is asked for. Long enough for a mobile network, short
     * enough that nobody holds a connection by sending nothing.
     */
    @WithDefault("5s")
    Duration bodyTimeout();
}
