package io.oncegate.messages.dispatch;

import io.oncegate.background.Counts;
import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.Gateway;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * One gateway's messages on their way out of this instance: as many at a time as the gateway takes, each taken when it
 * can be sent at once. All of its state belongs to one event loop; its methods may be called from any thread.
 */
final class Lane {

    private static final Logger LOG = Logger.getLogger(Lane.class);

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);

    /** While there is more than can be sent, places are filled again when this part of them is free. */
    private static final int REFILL_PART = 8;

    /** How long a gateway that cannot be reached is left alone; doubled each time, up to the longest. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);
    /** 2^5 times the first pause are 8 s: a gateway that is back is noticed within that. */
    private static final int MOST_DOUBLINGS = 5;

    private final Gateway gateway;
    private final Outbox outbox;
    private final SendMessage send;
    private final Ids ids;
    private final Surroundings surroundings;

    private final Turns turns = new Turns();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private int busy;
    private boolean taking;
    private boolean again;
    private boolean thereIsMore;
    private boolean stopping;
    private int inVain;
    private Deadline pause = Deadline.in(Duration.ZERO);

    /**
     * @param loop where everything happens, one thing at a time
     * @param overflowing is told of messages that arrive while this instance can send no more
     */
    record Surroundings(Executor loop, Runnable overflowing) {}

    Lane(Gateway gateway, Outbox outbox, SendMessage send, Ids ids, Surroundings surroundings) {
        this.gateway = gateway;
        this.outbox = outbox;
        this.send = send;
        this.ids = ids;
        this.surroundings = surroundings;
    }

    /** There may be something to send. */
    void wake() {
        surroundings.loop().execute(() -> {
            if (!stopping && pause.passed() && atHand() < 1) {
                surroundings.overflowing().run();
            }
            takeMore();
        });
    }

    /** Looks whether there is something to send. */
    Uni<Counts> look() {
        return Uni.createFrom()
                .emitter(looked ->
                        surroundings.loop().execute(() -> take(() -> looked.complete(Counts.NOTHING), looked::fail)));
    }

    /** Takes nothing any more. Completes when all that is being sent has its outcome. */
    CompletableFuture<Void> stop() {
        surroundings.loop().execute(() -> {
            stopping = true;
            endIfDone();
        });
        return stopped;
    }

    private void takeMore() {
        take(() -> {}, failure -> LOG.debugf(failure, "messages could not be taken gateway=%s", gateway.name()));
    }

    private void take(Runnable done, Consumer<Throwable> failed) {
        int free = free();
        if (taking || free < 1) {
            again |= taking;
            done.run();
            return;
        }
        taking = true;
        again = false;
        outbox.take(gateway.name(), turns.next(free), ids.token(), Deadline.in(STATEMENT_LIMIT))
                .emitOn(surroundings.loop())
                .subscribe()
                .with(
                        taken -> {
                            done.run();
                            taken(taken, taken.size() >= free || taken.stream().anyMatch(Taken::more));
                        },
                        failure -> {
                            failed.accept(failure);
                            taking = false;
                            endIfDone();
                        });
    }

    private void taken(List<Taken> taken, boolean more) {
        turns.served(taken);
        List<Taken> ours = taken.stream().filter(Taken::isOurs).toList();
        if (stopping) {
            release(ours);
            return;
        }
        taking = false;
        thereIsMore = more;
        busy += ours.size();
        ours.forEach(this::send);
        goOn();
    }

    private void release(List<Taken> ours) {
        Uni<Void> released =
                ours.isEmpty() ? Uni.createFrom().voidItem() : outbox.release(ours, Deadline.in(STATEMENT_LIMIT));
        released.emitOn(surroundings.loop())
                .onTermination()
                .invoke(() -> {
                    taking = false;
                    endIfDone();
                })
                .subscribe()
                .with(
                        done -> {},
                        failure -> LOG.warnf(
                                failure, "messages were not given back; they wait gateway=%s", gateway.name()));
    }

    private void send(Taken message) {
        send.send(message, gateway).emitOn(surroundings.loop()).subscribe().with(this::ended, failure -> {
            LOG.debugf(failure, "a message was left as it is message=%s", message.id());
            ended(Optional.empty());
        });
    }

    private void ended(Optional<DispatchOutcome> outcome) {
        busy--;
        outcome.ifPresent(this::learn);
        goOn();
        endIfDone();
    }

    /** What did not leave says something of the gateway: one message finds out when that is over. */
    private void learn(DispatchOutcome outcome) {
        if (outcome instanceof NotSent nothing
                && !nothing.left()
                && !nothing.why().equals(NotSent.FAULT)) {
            Duration own = FIRST_PAUSE.multipliedBy(1L << Math.min(inVain, MOST_DOUBLINGS));
            Duration asked = nothing.retryAfter().orElse(own);
            pause = Deadline.in(asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked);
            inVain++;
        } else {
            inVain = 0;
        }
    }

    private void goOn() {
        boolean enough = busy == 0 || free() >= Math.max(1, gateway.mostInFlight() / REFILL_PART);
        if (again || (thereIsMore && enough)) {
            takeMore();
        }
    }

    /** How many messages can be sent now by this instance, whether the gateway can be reached or not. */
    private int atHand() {
        return Math.min(gateway.mostInFlight() - busy, gateway.callsLeft());
    }

    private int free() {
        if (stopping || !pause.passed()) {
            return 0;
        }
        return inVain > 0 ? Math.min(1 - busy, atHand()) : atHand();
    }

    private void endIfDone() {
        if (stopping && !taking && busy == 0) {
            stopped.complete(null);
        }
    }
}
