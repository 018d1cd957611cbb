package io.oncegate.request;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a request from the moment it arrives: its id (the answer's {@code X-Request-Id} and a problem's
 * {@code instance}), its trace id, and when it arrived. One lives on each request's own Vert.x context, beside the log
 * fields {@code requestId} and {@code traceId}; both are gone with it.
 */
public final class RequestContext {

    /** Name of the response header that carries {@link #id()}. */
    public static final String ID_HEADER = "X-Request-Id";

    private static final String LOCAL = RequestContext.class.getName();

    private final String id;
    private final String traceId;
    private final LongSupplier nanoClock;
    private final long arrivedNanos;
    private final @Nullable String budgetHeader;

    private RequestContext(String id, String traceId, LongSupplier nanoClock, @Nullable String budgetHeader) {
        this.id = id;
        this.traceId = traceId;
        this.nanoClock = nanoClock;
        this.arrivedNanos = nanoClock.getAsLong();
        this.budgetHeader = budgetHeader;
    }

    /** Begins a request on the current Vert.x context: from here on, log lines of it carry its ids. */
    static RequestContext begin(String id, String traceId, @Nullable String budgetHeader, LongSupplier nanoClock) {
        RequestContext begun = new RequestContext(id, traceId, nanoClock, budgetHeader);
        Vertx.currentContext().putLocal(LOCAL, begun);
        MDC.put("requestId", begun.id);
        MDC.put("traceId", begun.traceId);
        return begun;
    }

    /**
     * The request whose context the calling code runs on.
     *
     * @throws IllegalStateException outside of one
     */
    public static RequestContext current() {
        Context context = Vertx.currentContext();
        RequestContext current = context == null ? null : context.getLocal(LOCAL);
        if (current == null) {
            throw new IllegalStateException("no request is being handled here");
        }
        return current;
    }

    /** The request's ULID. */
    public String id() {
        return id;
    }

    /** 32 lower-case hex digits. */
    public String traceId() {
        return traceId;
    }

    /**
     * When the caller stops waiting: what it asked for, else {@code usual}, counted from the request's arrival.
     *
     * @throws InvalidTimeBudgetException when it asked for something unreadable
     */
    public Deadline deadline(Duration usual) {
        Optional<Duration> asked = TimeBudget.parse(budgetHeader);
        return Deadline.of(nanoClock, arrivedNanos, asked.orElse(usual));
    }
}
