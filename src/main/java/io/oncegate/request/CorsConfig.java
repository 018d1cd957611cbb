package io.oncegate.request;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Which web pages of other origins may call the service. */
@ConfigMapping(prefix = "oncegate.cors")
public interface CorsConfig {

    /**
     * The origins, as a browser names them: <code>https://shop.example</code>. None by default: keys belong on servers,
     * and a page that must call the service is named here.
     */
    Optional<List<String>> origins();

    /** How long a browser may remember that an origin is allowed, instead of asking before each call. */
    @WithDefault("1h")
    Duration maxAge();
}
