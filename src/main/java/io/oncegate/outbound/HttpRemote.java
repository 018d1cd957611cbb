package io.oncegate.outbound;

import io.oncegate.outbound.Breaker.Change;
import io.oncegate.outbound.Breaker.Pass;
import io.oncegate.outbound.Breaker.Verdict;
import io.oncegate.outbound.CallResult.NotSent;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An account over HTTP/1.1. A call passes the breaker, the bulkhead and the quota, in this order, and is then on its own:
 * whoever asked for it may leave, and whoever asks for its {@code Uni} again gets the same result. Results arrive on the
 * caller's Vert.x context, where there is one.
 */
final class HttpRemote implements Remote {

    private static final Logger LOG = Logger.getLogger(HttpRemote.class);

    /** When the first of the calls in flight may have ended; most take no longer. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Endpoint endpoint;
    private final Breaker breaker;
    private final Semaphore bulkhead;
    private final Quota quota;

    /** {@code nanoClock} as {@link System#nanoTime()}, for the breaker and the quota. */
    HttpRemote(Vertx vertx, RemoteSettings settings, LongSupplier nanoClock) {
        this.endpoint = new Endpoint(vertx, settings);
        this.breaker = new Breaker(nanoClock);
        this.bulkhead = new Semaphore(settings.mostInFlight());
        this.quota = new Quota(settings.callsPerSecond(), nanoClock);
    }

    @Override
    public Uni<CallResult> call(OutboundRequest request, Deadline leaveBy) {
        return Uni.createFrom()
                .<CallResult>emitter(result -> begin(request, leaveBy, result))
                .memoize()
                .indefinitely();
    }

    private void begin(OutboundRequest request, Deadline leaveBy, UniEmitter<? super CallResult> result) {
        Pass pass = breaker.ask();
        Optional<NotSent> refusal = refusal(pass);
        if (refusal.isPresent()) {
            result.complete(refusal.get());
            return;
        }
        Context caller = Vertx.currentContext();
        Exchange exchange = new Exchange(endpoint, request, leaveBy, (end, verdict) -> {
            ended(pass, verdict);
            deliver(caller, () -> result.complete(end));
        });
        try {
            endpoint.onLoop(exchange::begin);
        } catch (RejectedExecutionException shutDown) {
            ended(pass, Verdict.NO_CALL);
            result.complete(new NotSent(NotSentReason.NO_CONNECTION, Optional.empty()));
        }
    }

    /** Empty when the call may go; its end is then to be told once. */
    private Optional<NotSent> refusal(Pass pass) {
        if (pass == Pass.REFUSED) {
            return Optional.of(new NotSent(NotSentReason.BREAKER_OPEN, Optional.of(breaker.retryAfter())));
        }
        if (!bulkhead.tryAcquire()) {
            tell(breaker.ended(pass, Verdict.NO_CALL));
            return Optional.of(new NotSent(NotSentReason.BULKHEAD_FULL, Optional.empty()));
        }
        Optional<Duration> wait = quota.take();
        if (wait.isEmpty()) {
            return Optional.empty();
        }
        ended(pass, Verdict.NO_CALL);
        return Optional.of(new NotSent(NotSentReason.QUOTA_USED_UP, wait));
    }

    private void ended(Pass pass, Verdict verdict) {
        bulkhead.release();
        tell(breaker.ended(pass, verdict));
    }

    private static void deliver(@Nullable Context caller, Runnable delivery) {
        if (caller == null) {
            delivery.run();
        } else {
            caller.runOnContext(nothing -> delivery.run());
        }
    }

    @Override
    public Optional<Duration> unavailableFor() {
        return breaker.refusesFor().or(() -> bulkhead.availablePermits() > 0 ? Optional.empty() : Optional.of(SOON));
    }

    @Override
    public int callsLeft() {
        return quota.left();
    }

    @Override
    public int inFlight() {
        return endpoint.settings().mostInFlight() - bulkhead.availablePermits();
    }

    @Override
    public boolean isBreakerOpen() {
        return breaker.isOpen();
    }

    @Override
    public void credentialsRefused() {
        tell(breaker.credentialsRefused());
    }

    private void tell(Change change) {
        String account = endpoint.settings().name();
        if (change == Change.OPENED) {
            LOG.warnf("the breaker opened, nothing is sent for a while account=%s", account);
        } else if (change == Change.CLOSED) {
            LOG.infof("the breaker closed account=%s", account);
        }
    }

    @Override
    public Uni<Void> warmUp() {
        return Uni.createFrom().emitter(done -> {
            try {
                endpoint.onLoop(() -> endpoint.open(() -> done.complete(null)));
            } catch (RejectedExecutionException shutDown) {
                done.complete(null);
            }
        });
    }

    /** Calls that are under way are lost, and later ones do not leave. */
    void close() {
        endpoint.close();
    }
}
