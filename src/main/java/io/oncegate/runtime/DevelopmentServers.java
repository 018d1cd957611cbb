package io.oncegate.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * In development mode, settings that lead to servers started for it: a machine with nothing but a JDK has what the
 * service needs. In any other mode it is empty and starts nothing.
 *
 * <p>Whatever the developer sets counts more, and with a database of his own nothing is started at all. One set of
 * servers and ports serves the whole process: live reload comes by here again, in another class loader, and finds the
 * settings in a system property.
 */
public final class DevelopmentServers implements ConfigSourceFactory {
    /** The source of these settings, where it is asked for. */
    static final String NAME = "development servers";

    private static final String SETTINGS_OF_THIS_PROCESS = "oncegate.development.settings";

    /** Above built-in defaults (negative) and below {@code application.properties} (250). */
    private static final int ORDINAL = 50;

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        if (LaunchMode.current() != LaunchMode.DEVELOPMENT) {
            return List.of();
        }
        return List.of(new PropertiesConfigSource(settings(context), NAME, ORDINAL));
    }

    private static Map<String, String> settings(ConfigSourceContext context) {
        synchronized (System.getProperties()) {
            var known = System.getProperty(SETTINGS_OF_THIS_PROCESS);
            if (known != null) {
                return parse(known);
            }
            var settings = new HashMap<String, String>(DevelopmentPorts.choose(context));
            if (!isSet(context, "oncegate.db.host")) {
                settings.putAll(parse(SandboxProcess.start()));
                settings.put("oncegate.demo", "true");
            }
            System.setProperty(SETTINGS_OF_THIS_PROCESS, write(settings));
            return settings;
        }
    }

    private static boolean isSet(ConfigSourceContext context, String key) {
        ConfigValue value = context.getValue(key);
        return value != null && value.getValue() != null && !value.getValue().isBlank();
    }

    private static Map<String, String> parse(String json) {
        try {
            return JSON.readValue(json, new TypeReference<Map<String, String>>() {});
        } catch (JsonProcessingException garbled) {
            throw new IllegalStateException("The development servers gave no settings but: " + json, garbled);
        }
    }

    private static String write(Map<String, String> settings) {
        try {
            return JSON.writeValueAsString(settings);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("A map of strings has a JSON form", impossible);
        }
    }
}
