package io.oncegate.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which feature may know which other one. Read downwards, each line may only name lines above it: that is what makes the
 * whole acyclic, and the position of a feature its layer.
 */
final class ImportMap extends ArchCondition<JavaClass> {
    private static final Set<String> FLOOR = Set.of("request", "problem");
    private static final Set<String> CALLING = union(FLOOR, "phase", "caller", "background");
    private static final Set<String> LIMITED = union(CALLING, "ratelimit");
    private static final Set<String> ADMITTED = union(LIMITED, "overload");
    private static final Set<String> ONCE = union(ADMITTED, "idempotency", "outbound");
    private static final Set<String> ALL = union(ONCE, "payments", "orders", "messages", "webhooks", "ops", "runtime");

    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("request", Set.of()),
            Map.entry("problem", Set.of("request")),
            Map.entry("background", Set.of()),
            Map.entry("phase", FLOOR),
            Map.entry("outbound", union(FLOOR, "background")),
            Map.entry("caller", union(FLOOR, "phase")),
            Map.entry("ratelimit", CALLING),
            Map.entry("overload", LIMITED),
            Map.entry("idempotency", ADMITTED),
            Map.entry("payments", union(FLOOR, "outbound", "background")),
            Map.entry("orders", union(ONCE, "payments")),
            Map.entry("messages", ONCE),
            Map.entry("webhooks", union(ADMITTED, "outbound", "orders", "messages", "payments")),
            Map.entry("ops", ALL),
            Map.entry("runtime", union(FLOOR, "phase")));

    private final String root;

    /** {@code root} is the package whose direct children are the features. */
    ImportMap(String root) {
        super("import only what the map of features allows");
        this.root = root;
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
        item.getDirectDependenciesFromSelf().stream()
                .filter(dependency -> !isAllowed(dependency))
                .map(dependency -> SimpleConditionEvent.violated(item, dependency.getDescription()))
                .forEach(events::add);
    }

    private boolean isAllowed(Dependency dependency) {
        var from = feature(dependency.getOriginClass());
        var to = feature(dependency.getTargetClass());
        return to.isEmpty()
                || from.equals(to)
                || ALLOWED.getOrDefault(from, Set.of()).contains(to)
                || (from.equals("runtime") && isConfiguration(dependency.getTargetClass()));
    }

    /** Start-up checks ask every feature about its settings. */
    private static boolean isConfiguration(JavaClass target) {
        return target.getName().matches(".*(Config|Settings)(\\$.*)?");
    }

    private String feature(JavaClass type) {
        var name = type.getBaseComponentType().getPackageName();
        return name.startsWith(root + ".") ? name.substring(root.length() + 1).split("\\.", 2)[0] : "";
    }

    private static Set<String> union(Set<String> some, String... others) {
        var all = new HashSet<>(some);
        all.addAll(Set.of(others));
        return Set.copyOf(all);
    }
}
