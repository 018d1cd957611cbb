package io.oncegate.runtime;

import io.quarkus.runtime.LaunchMode;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.SmallRyeConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/** The settings as they were given, whatever their sources. */
@ApplicationScoped
class GivenSettings {

    private static final List<String> PORTS = List.of("quarkus.http.port", "quarkus.management.port");

    private final SmallRyeConfig config;
    private final BeanManager beans;

    GivenSettings(Config config, BeanManager beans) {
        this.config = config.unwrap(SmallRyeConfig.class);
        this.beans = beans;
    }

    /** True when some source names the setting, be its value empty. */
    boolean isGiven(String property) {
        return config.getConfigValue(property).getRawValue() != null;
    }

    /** The ports by the names of their settings. */
    Map<String, Integer> ports() {
        Map<String, Integer> ports = new LinkedHashMap<>();
        PORTS.forEach(
                setting -> config.getOptionalValue(setting, Integer.class).ifPresent(port -> ports.put(setting, port)));
        return ports;
    }

    /**
     * Settings of ours that nobody reads. In development and tests more is given than one version reads, for all of them
     * to find their servers.
     */
    List<String> unknown() {
        if (LaunchMode.current() != LaunchMode.NORMAL) {
            return List.of();
        }
        Set<String> given = new TreeSet<>(System.getenv().keySet());
        StreamSupport.stream(config.getConfigSources().spliterator(), false)
                .filter(source -> !source.getName().startsWith("EnvConfigSource"))
                .forEach(source -> given.addAll(source.getPropertyNames()));
        return new UnknownSettings(known()).among(given);
    }

    private Set<String> known() {
        return beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .flatMap(bean -> bean.getTypes().stream())
                .filter(GivenSettings::holdsSettings)
                .flatMap(type ->
                        ConfigMappings.getProperties(ConfigClass.configClass((Class<?>) type)).keySet().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean holdsSettings(Type type) {
        return type instanceof Class<?> candidate && candidate.isAnnotationPresent(ConfigMapping.class);
    }
}
