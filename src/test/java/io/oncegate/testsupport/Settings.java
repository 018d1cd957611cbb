package io.oncegate.testsupport;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** Settings as the service would read them, from a map and from nowhere else. */
public final class Settings {

    private Settings() {}

    /** The defaults of {@code mapping}. */
    public static <T> T of(Class<T> mapping) {
        return of(mapping, Map.of());
    }

    /** The defaults of {@code mapping}, but for what {@code given} says. */
    public static <T> T of(Class<T> mapping, Map<String, String> given) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(given, "test", 100))
                .withMapping(mapping)
                .withValidateUnknown(false)
                .build()
                .getConfigMapping(mapping);
    }
}
