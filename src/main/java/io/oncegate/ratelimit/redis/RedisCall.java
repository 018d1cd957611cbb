package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.redis.Connections.Link;
import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.StoreFailedException.Reason;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way: waits for a connection, leaves if its time is not over by then, awaits the reply. It ends once,
 * in time, on the context on which it began; what comes later only gives the connection back.
 */
final class RedisCall<T> {

    /**
     * What is asked. {@code again} is sent when Redis answers that it does not know the script, and has done nothing.
     */
    record Question<T>(Supplier<Request> first, Supplier<Request> again, Function<Response, T> reading) {}

    /** How a call ended: with {@code failure} or without, and by which connections. */
    record End(Connections connections, @Nullable StoreFailedException failure, boolean byReplica, long nanos) {}

    private final RedisClock clock;
    private final Connections connections;
    private final Question<T> question;
    private final UniEmitter<? super T> result;
    private final Consumer<End> ending;
    private final Context caller;
    private final long began;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile long timer;
    private volatile @Nullable Sent sent;

    private record Sent(Link link, long atNanos) {}

    /** What a call measures by. */
    record RedisClock(Vertx vertx, LongSupplier nanos, StoreMetrics metrics) {}

    RedisCall(
            RedisClock clock,
            Connections connections,
            Question<T> question,
            UniEmitter<? super T> result,
            Consumer<End> ending) {
        this.clock = clock;
        this.connections = connections;
        this.question = question;
        this.result = result;
        this.ending = ending;
        this.caller = clock.vertx.getOrCreateContext();
        this.began = clock.nanos.getAsLong();
    }

    void begin(Duration limit) {
        timer = clock.vertx.setTimer(Math.max(1, limit.toMillis()), fired -> timeIsOver());
        connections.link().onComplete(this::connected);
    }

    private void connected(AsyncResult<Link> got) {
        clock.metrics.waited(clock.nanos.getAsLong() - began);
        if (got.failed()) {
            failed(got.cause());
        } else if (over.get()) {
            got.result().release();
        } else {
            send(got.result());
        }
    }

    private void send(Link link) {
        long at = clock.nanos.getAsLong();
        sent = new Sent(link, at);
        link.send(question.first.get()).onComplete(reply -> {
            clock.metrics.answered(clock.nanos.getAsLong() - at);
            if (reply.failed() && Failures.isUnknownScript(reply.cause()) && !over.get()) {
                link.send(question.again.get()).onComplete(second -> replied(link, second));
            } else {
                replied(link, reply);
            }
        });
    }

    private void replied(Link link, AsyncResult<Response> reply) {
        link.release();
        if (reply.failed()) {
            failed(reply.cause());
            return;
        }
        T answer;
        try {
            answer = question.reading.apply(reply.result());
        } catch (RuntimeException unreadable) {
            failed(unreadable);
            return;
        }
        end(null, false, () -> result.complete(answer));
    }

    private void failed(Throwable cause) {
        StoreFailedException failure = Failures.of(cause);
        end(failure, Failures.isReplica(cause), () -> result.fail(failure));
    }

    private void timeIsOver() {
        Sent unanswered = sent;
        if (unanswered != null && !over.get()) {
            unanswered.link.late(unanswered.atNanos);
        }
        StoreFailedException failure = new StoreFailedException(Reason.TIMEOUT, "no answer of Redis in time");
        end(failure, false, () -> result.fail(failure));
    }

    private void end(@Nullable StoreFailedException failure, boolean byReplica, Runnable delivery) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        clock.vertx.cancelTimer(timer);
        ending.accept(new End(connections, failure, byReplica, clock.nanos.getAsLong() - began));
        if (Vertx.currentContext() == caller) {
            delivery.run();
        } else {
            caller.runOnContext(back -> delivery.run());
        }
    }
}
