package io.oncegate.runtime.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Stage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SentTracesTest {
    private final Vertx vertx = Vertx.vertx();
    private final InMemorySpanExporter sent = InMemorySpanExporter.create();
    private final SentTraces traces = tracesOf(Sampler.alwaysOn());

    @AfterEach
    void end() {
        traces.close();
        var closed = vertx.close();
        await().until(closed::isComplete);
    }

    private SentTraces tracesOf(Sampler sampler) {
        return new SentTraces(OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .setSampler(sampler)
                        .addSpanProcessor(SimpleSpanProcessor.create(sent))
                        .build())
                .build());
    }

    @Test
    void aPartNamesTheWhole() {
        // Given
        var whole = traces.begun("message");
        var call = whole.call("gateway");

        // When
        call.end();
        whole.end();

        // Then
        var message = span("message");
        var gateway = span("gateway");
        assertThat(gateway.getParentSpanId()).isEqualTo(message.getSpanId());
        assertThat(gateway.getTraceId()).isEqualTo(message.getTraceId()).isEqualTo(whole.traceId());
        assertThat(gateway.getKind()).isEqualTo(SpanKind.CLIENT);
    }

    @Test
    void aRefusalIsNoError() {
        var stage = traces.begun("claim");
        stage.failed(Problem.of(ProblemType.RATE_LIMITED, "Later.").toException());
        stage.end();

        assertThat(span("claim").getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(detail("claim", "oncegate.problem")).isEqualTo("rate-limited");
    }

    @Test
    void aProblemOfOursIsAnError() {
        var stage = traces.begun("claim");
        stage.failed(Problem.of(ProblemType.STORAGE_UNAVAILABLE, "Later.").toException());
        stage.end();

        assertThat(span("claim").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }

    @Test
    void aFaultIsToldWithoutItsWords() {
        var stage = traces.begun("claim");
        stage.failed(new IllegalStateException("the key is 4711"));
        stage.end();

        assertThat(detail("claim", "error.type")).isEqualTo("java.lang.IllegalStateException");
        assertThat(span("claim").toString()).doesNotContain("4711");
    }

    @Test
    void whatIsNotSampledHasATraceAndIsNotTold() {
        var stage = tracesOf(Sampler.alwaysOff()).begun("message");

        assertThat(stage.isTold()).isFalse();
        assertThat(stage.traceId()).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
        assertThat(stage.part("statement")).isSameAs(Stage.UNTOLD);
    }

    @Test
    void workOfItsOwnIsCurrentToItsParts() {
        // Given
        var home = new AtomicReference<Context>();
        var end = new AtomicReference<Context>();
        var work = traces.alone(
                "message", () -> Stage.of("statement", Uni.createFrom().item(1)));

        // When
        vertx.getOrCreateContext().runOnContext(run -> {
            var own = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
            own.runOnContext(begin -> {
                home.set(Vertx.currentContext());
                work.subscribe().with(done -> end.set(Vertx.currentContext()));
            });
        });

        // Then
        await().until(() -> end.get() != null);
        assertThat(end.get()).isSameAs(home.get());
        assertThat(span("statement").getParentSpanId())
                .isEqualTo(span("message").getSpanId());
    }

    @Test
    void outsideOfAnythingToldNothingIs() {
        var work = Uni.createFrom().item(1);

        assertThat(Stage.of("statement", work)).isSameAs(work);
        assertThat(sent.getFinishedSpanItems()).isEmpty();
    }

    private String detail(String span, String name) {
        return span(span).getAttributes().get(AttributeKey.stringKey(name));
    }

    private SpanData span(String name) {
        return sent.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
