package io.oncegate.runtime.opentelemetry;

import io.oncegate.problem.ProblemException;
import io.oncegate.request.Stage;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Map;

/** A stage as a span. */
final class SpanStage implements Stage {

    private static final int SERVER_ERROR = 500;

    private final Tracer tracer;
    private final Span span;
    private final Context asParent;

    SpanStage(Tracer tracer, Span span) {
        this.tracer = tracer;
        this.span = span;
        this.asParent = Context.root().with(span);
    }

    @Override
    public boolean isTold() {
        return true;
    }

    @Override
    public String traceId() {
        return span.getSpanContext().getTraceId();
    }

    @Override
    public Stage part(String name) {
        return part(name, SpanKind.INTERNAL);
    }

    @Override
    public Stage call(String name) {
        return part(name, SpanKind.CLIENT);
    }

    private Stage part(String name, SpanKind kind) {
        return new SpanStage(
                tracer,
                tracer.spanBuilder(name).setParent(asParent).setSpanKind(kind).startSpan());
    }

    @Override
    public void say(String what, String value) {
        span.setAttribute(what, value);
    }

    @Override
    public void say(String what, long value) {
        span.setAttribute(what, value);
    }

    @Override
    public void mark(String event, Map<String, ?> details) {
        AttributesBuilder attributes = Attributes.builder();
        details.forEach((what, value) -> {
            if (value instanceof Number number) {
                attributes.put(what, number.longValue());
            } else {
                attributes.put(what, value.toString());
            }
        });
        span.addEvent(event, attributes.build());
    }

    @Override
    public void answered(int status) {
        say("http.response.status_code", status);
        if (status >= SERVER_ERROR) {
            span.setStatus(StatusCode.ERROR);
        }
    }

    /** A refusal is an answer. What is our fault is an error. */
    @Override
    public void failed(Throwable failure) {
        if (failure instanceof ProblemException refusal) {
            say("oncegate.problem", refusal.problem().type().slug());
            if (refusal.problem().status() < SERVER_ERROR) {
                return;
            }
        } else {
            say("error.type", failure.getClass().getName());
        }
        span.setStatus(StatusCode.ERROR);
    }

    @Override
    public void end() {
        span.end();
    }
}
