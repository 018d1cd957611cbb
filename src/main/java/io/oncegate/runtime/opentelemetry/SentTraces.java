package io.oncegate.runtime.opentelemetry;

import io.oncegate.request.Routes;
import io.oncegate.request.Stage;
import io.oncegate.request.Traces;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Traces that are sent. Spans that have ended wait in a bounded queue, of which a thread of the SDK's makes its calls; a
 * full queue drops them, so that a receiver which is away or slow costs no request anything.
 */
@RegisterForReflection(
        classNames = {
            // Which the SDK looks up as services.
            "io.opentelemetry.exporter.otlp.internal.OtlpSpanExporterProvider",
            "io.opentelemetry.exporter.sender.jdk.internal.JdkHttpSenderProvider",
            "io.opentelemetry.sdk.autoconfigure.EnvironmentResourceProvider"
        })
final class SentTraces implements Traces {

    /** Where the environment says nothing else. Metrics and logs have ways of their own. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "otel.service.name", "oncegate",
            "otel.exporter.otlp.protocol", "http/protobuf",
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none");

    /** What is waiting at the end of the process may leave; nobody waits long for it. */
    private static final long FAREWELL_SECONDS = 2;

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;
    private final TextMapPropagator propagator;

    SentTraces(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        this.tracer = sdk.getTracer("io.oncegate");
        this.propagator = sdk.getPropagators().getTextMapPropagator();
    }

    static SentTraces asSetByTheEnvironment() {
        try {
            return new SentTraces(AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> DEFAULTS)
                    .build()
                    .getOpenTelemetrySdk());
        } catch (ConfigurationException | IllegalArgumentException refused) {
            throw new io.quarkus.runtime.configuration.ConfigurationException(
                    "ONCEGATE_TRACES_ENABLED is true, and OpenTelemetry refuses its settings: " + refused.getMessage(),
                    refused);
        }
    }

    @Override
    public Stage arrived(HttpServerRequest request, Routes routes) {
        Context caller = propagator.extract(Context.root(), request.headers(), HeaderGetter.INSTANCE);
        String method =
                METHODS.contains(request.method().name()) ? request.method().name() : "_OTHER";
        Optional<String> route = Optional.ofNullable(request.path()).flatMap(routes::templateAt);
        Span span = tracer.spanBuilder(route.map(path -> method + " " + path).orElse(method))
                .setParent(caller)
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", method)
                .startSpan();
        route.ifPresent(path -> span.setAttribute("http.route", path));
        return stage(span);
    }

    @Override
    public Stage begun(String name) {
        return stage(tracer.spanBuilder(name).setNoParent().startSpan());
    }

    private Stage stage(Span span) {
        return span.isRecording()
                ? new SpanStage(tracer, span)
                : Stage.untold(span.getSpanContext().getTraceId());
    }

    void close() {
        var unused = sdk.shutdown().join(FAREWELL_SECONDS, TimeUnit.SECONDS);
    }
}
