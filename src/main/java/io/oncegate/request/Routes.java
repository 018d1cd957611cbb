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
import java.util.Arrays;
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

    /** One method of a resource; a segment that is a parameter matches any. */
    private record Route(List<String> template, String method) {

        boolean matches(List<String> path) {
            if (template.size() != path.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                if (!template.get(i).startsWith("{") && !template.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }

        String name() {
            return "/" + String.join("/", template);
        }

        /** Of two templates that match a path, the one with fewer is meant. */
        long parameters() {
            return template.stream().filter(segment -> segment.startsWith("{")).count();
        }
    }

    private final List<Route> routes = new ArrayList<>();

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
                designator(method).ifPresent(name -> routes.add(new Route(segments(root + "/" + path(method)), name)));
            }
        }
    }

    /** All of them, as {@code /v1/orders/{order_id}}. */
    public Set<String> templates() {
        return routes.stream().map(Route::name).collect(Collectors.toUnmodifiableSet());
    }

    /** The template that {@code path} has; empty where it is none of ours. */
    public Optional<String> templateAt(String path) {
        List<String> segments = segments(path);
        return routes.stream()
                .filter(route -> route.matches(segments))
                .min(Comparator.comparingLong(Route::parameters))
                .map(Route::name);
    }

    /** All methods of all of them, as {@code POST /v1/orders}, in alphabetical order. */
    public SortedSet<String> labels() {
        return routes.stream()
                .map(route -> route.method() + " /" + String.join("/", route.template()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The methods that {@code path} takes, in alphabetical order; none where it is none of ours. */
    public SortedSet<String> methodsAt(String path) {
        List<String> segments = segments(path);
        SortedSet<String> allowed = new TreeSet<>();
        routes.stream().filter(route -> route.matches(segments)).forEach(route -> allowed.add(route.method()));
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
        return Arrays.stream(path.split("/"))
                .map(segment -> segment.replaceAll(";.*", ""))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }
}
