package io.oncegate.request;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The paths that the service has, as templates, and the methods that each of them takes: what a 405 has to say, and what
 * a metric may be labelled with.
 */
@Singleton
public class Routes {

    private static final String PARAMETER = "{";

    /**
     * A method of a resource class, and what it answers.
     *
     * @param label method and template, {@code POST /v1/orders}
     */
    public record Operation(String label, Method answeredBy) {}

    /** The segments of a path; one that is a parameter matches any. */
    private record Template(List<String> segments, String name) {

        static Template of(List<String> segments) {
            return new Template(segments, "/" + String.join("/", segments));
        }

        boolean matches(List<String> path) {
            if (segments.size() != path.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                if (!segments.get(i).startsWith(PARAMETER) && !segments.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }

        /** Of two templates that match a path, the one with fewer is meant. */
        long parameters() {
            return segments.stream()
                    .filter(segment -> segment.startsWith(PARAMETER))
                    .count();
        }
    }

    private record Route(Template template, String method, Method answeredBy) {

        Operation operation() {
            return new Operation(method + " " + template.name(), answeredBy);
        }
    }

    private final List<Route> routes = new ArrayList<>();

    /** Each once, those with the fewest parameters first, so that the first that matches is the one that is meant. */
    private final List<Template> templates;

    /** Those that are a path themselves, which most requests ask for. */
    private final Set<String> fixed;

    @Inject
    Routes(BeanManager beans) {
        this(beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .<Class<?>>map(Bean::getBeanClass)
                .filter(type -> type.isAnnotationPresent(Path.class))
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** {@code resources}: classes with {@link Path}. */
    Routes(Set<Class<?>> resources) {
        for (Class<?> resource : resources) {
            String root = resource.getAnnotation(Path.class).value();
            for (Method method : resource.getMethods()) {
                designator(method)
                        .ifPresent(name ->
                                routes.add(new Route(Template.of(segments(root + "/" + path(method))), name, method)));
            }
        }
        this.templates = routes.stream()
                .map(Route::template)
                .distinct()
                .sorted(Comparator.comparingLong(Template::parameters))
                .toList();
        this.fixed = templates.stream()
                .filter(template -> template.parameters() == 0)
                .map(Template::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** All of them, as {@code /v1/orders/{order_id}}. */
    public Set<String> templates() {
        return templates.stream().map(Template::name).collect(Collectors.toUnmodifiableSet());
    }

    /** The template that {@code path} has; empty where it is none of ours. */
    public Optional<String> templateAt(String path) {
        if (fixed.contains(path)) {
            return Optional.of(path);
        }
        List<String> segments = segments(path);
        for (Template template : templates) {
            if (template.matches(segments)) {
                return Optional.of(template.name());
            }
        }
        return Optional.empty();
    }

    /** What answers at all of them, in no order. */
    public List<Operation> operations() {
        return routes.stream().map(Route::operation).toList();
    }

    /** All methods of all of them, as {@code POST /v1/orders}, in alphabetical order. */
    public SortedSet<String> labels() {
        return routes.stream().map(route -> route.operation().label()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The methods that {@code path} takes, in alphabetical order; none where it is none of ours. */
    public SortedSet<String> methodsAt(String path) {
        List<String> segments = segments(path);
        SortedSet<String> allowed = new TreeSet<>();
        routes.stream()
                .filter(route -> route.template().matches(segments))
                .forEach(route -> allowed.add(route.method()));
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        if (!allowed.isEmpty()) {
            allowed.add("OPTIONS");
        }
        return allowed;
    }

    /** The method that a resource method answers, {@code GET} for one; none where it is no resource method. */
    public static Optional<String> designator(Method method) {
        return Stream.of(method.getAnnotations())
                .map(Annotation::annotationType)
                .map(type -> type.getAnnotation(HttpMethod.class))
                .filter(designator -> designator != null)
                .map(HttpMethod::value)
                .findFirst();
    }

    /** The template that a method of a resource is found at, as {@link #templates()} has it. */
    public static String template(Method method) {
        String root = method.getDeclaringClass().getAnnotation(Path.class).value();
        return "/" + String.join("/", segments(root + "/" + path(method)));
    }

    private static String path(Method method) {
        Path path = method.getAnnotation(Path.class);
        return path == null ? "" : path.value();
    }

    /** Without empty ones and without matrix parameters, as the framework compares them. */
    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        int begin = 0;
        while (begin < path.length()) {
            int slash = path.indexOf('/', begin);
            int end = slash < 0 ? path.length() : slash;
            int semicolon = path.indexOf(';', begin);
            int last = semicolon < 0 ? end : Math.min(semicolon, end);
            if (last > begin) {
                segments.add(path.substring(begin, last));
            }
            begin = end + 1;
        }
        return List.copyOf(segments);
    }
}
