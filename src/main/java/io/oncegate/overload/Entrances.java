package io.oncegate.overload;

import io.oncegate.overload.queue.ServiceClass;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** How much each route matters, by configuration. Thread-safe. */
@ApplicationScoped
class Entrances {

    private final Set<String> critical;
    private final Set<String> low;
    private final Map<String, Map<String, Entrance>> byPath = new ConcurrentHashMap<>();

    Entrances(OverloadConfig config) {
        this.critical = Set.copyOf(config.classes().critical());
        this.low = Set.copyOf(config.classes().low());
    }

    /** {@code path}: the template of a route that there is. */
    Entrance to(String method, String path) {
        return byPath.computeIfAbsent(path, first -> new ConcurrentHashMap<>())
                .computeIfAbsent(method, first -> entrance(method, path));
    }

    private Entrance entrance(String method, String path) {
        String route = method + " " + path;
        if (critical.contains(route)) {
            return new Entrance(method, path, ServiceClass.CRITICAL);
        }
        return new Entrance(method, path, low.contains(route) ? ServiceClass.LOW : ServiceClass.NORMAL);
    }
}
