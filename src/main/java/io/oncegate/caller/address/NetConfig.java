package io.oncegate.caller.address;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/** What stands between the callers and the service. */
@ConfigMapping(prefix = "oncegate.net")
public interface NetConfig {

    /**
     * Addresses and networks (<code>10.0.0.0/8</code>, <code>2001:db8::/32</code>) of the proxies whose word about a
     * caller's address is taken. None by default: without it, everything that comes through a proxy counts as that
     * proxy's.
     */
    Optional<List<String>> trustedProxies();

    /**
     * The header that the trusted proxies write, <code>x-forwarded-for</code> or <code>forwarded</code> (RFC 7239). The
     * other one is ignored: a proxy that does not know it passes on whatever the client wrote.
     */
    @WithDefault("x-forwarded-for")
    ForwardedHeader forwardedHeader();
}
