package io.oncegate.ops;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.oncegate.request.Routes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/**
 * Keeps what callers write out of the labels of the server's metrics: a path that is none of ours and a method that
 * nobody knows are one value each. A label of the caller's choice is a time series of the caller's choice.
 */
@Singleton
class RequestLabels implements MeterFilter {

    private static final String SERVER_METERS = "http.server.";

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    /** What the framework says where it knows of no template. */
    private static final Set<String> WITHOUT_TEMPLATE =
            Set.of("root", "NOT_FOUND", "REDIRECTION", "UNKNOWN", "/cors-preflight");

    /** Each of the two servers brings them without a label, so that they would be those of one that nobody knows. */
    private static final Set<String> OF_ONE_SERVER =
            Set.of("vertx.http.connections.current", "vertx.http.connections.max");

    private final Set<String> templates;

    RequestLabels(Routes routes) {
        this.templates = routes.templates();
    }

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return OF_ONE_SERVER.contains(id.getName()) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        if (!id.getName().startsWith(SERVER_METERS)) {
            return id;
        }
        List<Tag> bounded = id.getTags().stream().map(this::bounded).toList();
        return id.replaceTags(bounded);
    }

    private Tag bounded(Tag tag) {
        return switch (tag.getKey()) {
            case "method" -> METHODS.contains(tag.getValue()) ? tag : Tag.of("method", "OTHER");
            case "uri" ->
                templates.contains(tag.getValue()) || WITHOUT_TEMPLATE.contains(tag.getValue())
                        ? tag
                        : Tag.of("uri", "UNKNOWN");
            default -> tag;
        };
    }
}
