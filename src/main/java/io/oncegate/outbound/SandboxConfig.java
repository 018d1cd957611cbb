package io.oncegate.outbound;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.util.Optional;

/** Where third parties are played. */
@ConfigMapping(prefix = "oncegate")
public interface SandboxConfig {

    /** The sandbox. */
    Sandbox sandbox();

    /**
     * Whether production may have a sandbox's address: for a trial installation, where no payment and no message is
     * real.
     */
    @WithDefault("false")
    boolean allowSandbox();

    /** One server that plays all providers and gateways. */
    interface Sandbox {

        /**
         * The sandbox's address. With it, every provider and gateway is looked for there, below the name of its dialect,
         * and no other one is called, whatever else is set. Development sets it; production refuses to start with it
         * unless <code>oncegate.allow-sandbox</code> is true.
         */
        Optional<URI> url();
    }
}
