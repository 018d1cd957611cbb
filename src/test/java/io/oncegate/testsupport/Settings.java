package io.oncegate.testsupport;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** A feature's settings as the service would have them, with a few of them set. */
public final class Settings {
    private static final int ABOVE_DEFAULTS = 1000;

    private Settings() {}

    /** The mapping with its defaults, but for {@code given}: whole names and their values. */
    public static <T> T of(Class<T> mapping, Map<String, String> given) {
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(given, "test", ABOVE_DEFAULTS))
                .withMapping(mapping)
                .build()
                .getConfigMapping(mapping);
    }

    /** The mapping with its defaults. */
    public static <T> T of(Class<T> mapping) {
        return of(mapping, Map.of());
    }
}
