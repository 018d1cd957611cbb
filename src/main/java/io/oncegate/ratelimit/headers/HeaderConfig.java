package io.oncegate.ratelimit.headers;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How answers tell of limits. */
@ConfigMapping(prefix = "oncegate.rate-limit")
public interface HeaderConfig {

    /**
     * The dialect of <code>RateLimit</code> and <code>RateLimit-Policy</code>: <code>draft-07</code>, which most clients
     * know, <code>draft-10</code> or <code>none</code>.
     */
    @WithDefault("draft-07")
    HeaderDialect headers();

    /** Whether <code>X-RateLimit-Limit</code>, <code>-Remaining</code> and <code>-Reset</code> stand beside them. */
    @WithDefault("true")
    boolean xHeaders();

    /**
     * What <code>X-RateLimit-Reset</code> counts: <code>epoch</code> for seconds since 1970, <code>seconds</code> for
     * seconds from now.
     */
    @WithDefault("epoch")
    XReset xReset();
}
