package io.oncegate.request;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Whether work is told of in traces. */
@ConfigMapping(prefix = "oncegate.traces")
public interface TracesConfig {

    /**
     * Whether traces are sent with OpenTelemetry. Off, because they cost what they tell: a span for each stage of each
     * request. Where to, and of which share of the requests, say OpenTelemetry's own variables, such as
     * <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> and <code>OTEL_TRACES_SAMPLER</code>.
     */
    @WithDefault("false")
    boolean enabled();
}
