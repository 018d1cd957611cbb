package io.oncegate.outbound;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether an account's third party is worth calling. Closed, it lets every call pass and looks at how they end; open, it
 * lets none pass; half-open, one at a time, whose end decides for all. Thread-safe.
 *
 * <pre>
 *     of 20 calls or more in 10 s, half failed; or credentials were refused
 *   closed ------------------------------------------------------------> open
 *     ^                                                                  |  ^
 *     |                            10 s are over; after refused          |  | the trial fails,
 *     |                            credentials 60 s                      v  | or credentials are refused
 *     +-------------- the trial ends well ----------------------------- half-open
 * </pre>
 */
final class Breaker {

    /** What a call may do. Each pass but a refused one is handed back once, with the call's end. */
    enum Pass {
        /** Nothing. */
        REFUSED,
        /** Leave. */
        CALL,
        /** Leave on behalf of all. */
        TRIAL
    }

    /** What the end of a call says of the third party. */
    enum Verdict {
        /** It answered. */
        WELL,
        /** It cannot be reached, does not answer, breaks off, or answers with an error of its own. */
        BADLY,
        /** It answered by turning the caller away: no failure, and no sign that refused credentials are good again. */
        TURNED_AWAY,
        /** Nothing: the call did not take place. */
        NO_CALL
    }

    /** What happened to the breaker. */
    enum Change {
        NONE,
        OPENED,
        CLOSED
    }

    private enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** When a trial is under way, nobody knows how long it takes; most take no longer. */
    private static final Duration DURING_A_TRIAL = Duration.ofSeconds(1);

    private final LongSupplier nanoClock;
    private final RecentCalls recent = new RecentCalls();

    private State state = State.CLOSED;
    private long openUntil;
    private boolean refusedCredentials;
    private boolean trialUnderWay;

    /** {@code nanoClock} as {@link System#nanoTime()}. */
    Breaker(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** To be asked before each call. */
    synchronized Pass ask() {
        if (state == State.CLOSED) {
            return Pass.CALL;
        }
        if (state == State.OPEN && nanoClock.getAsLong() - openUntil >= 0) {
            state = State.HALF_OPEN;
            trialUnderWay = false;
        }
        if (state == State.OPEN || trialUnderWay) {
            return Pass.REFUSED;
        }
        trialUnderWay = true;
        return Pass.TRIAL;
    }

    /** Whether it keeps calls back, or has let none but trials pass since it did. */
    synchronized boolean isOpen() {
        return state != State.CLOSED;
    }

    /** When to ask again, where asking now would be refused; empty where it would not. Changes nothing. */
    synchronized Optional<Duration> refusesFor() {
        boolean refuses = state == State.OPEN ? nanoClock.getAsLong() - openUntil < 0 : trialUnderWay;
        return refuses ? Optional.of(retryAfter()) : Optional.empty();
    }

    /** When to ask again after a refusal. */
    synchronized Duration retryAfter() {
        return state == State.OPEN ? Duration.ofNanos(Math.max(1, openUntil - nanoClock.getAsLong())) : DURING_A_TRIAL;
    }

    /** To be told once for each pass that was not refused. */
    synchronized Change ended(Pass pass, Verdict verdict) {
        if (pass == Pass.TRIAL) {
            return state == State.HALF_OPEN ? trialEnded(verdict) : Change.NONE;
        }
        if (state != State.CLOSED || verdict == Verdict.NO_CALL) {
            return Change.NONE;
        }
        long now = nanoClock.getAsLong();
        recent.add(verdict == Verdict.BADLY, now);
        return recent.mostlyFailed(now) ? open(PAUSE, false) : Change.NONE;
    }

    private Change trialEnded(Verdict verdict) {
        trialUnderWay = false;
        return switch (verdict) {
            case NO_CALL -> Change.NONE;
            case BADLY -> open(PAUSE, refusedCredentials);
            case TURNED_AWAY -> refusedCredentials ? open(Remote.PAUSE_AFTER_REFUSAL, true) : close();
            case WELL -> close();
        };
    }

    /** The credentials were refused: no call is worth making for a while. */
    synchronized Change credentialsRefused() {
        return open(Remote.PAUSE_AFTER_REFUSAL, true);
    }

    private Change open(Duration pause, boolean forRefusedCredentials) {
        Change change = state == State.CLOSED ? Change.OPENED : Change.NONE;
        state = State.OPEN;
        openUntil = nanoClock.getAsLong() + pause.toNanos();
        refusedCredentials = forRefusedCredentials;
        return change;
    }

    private Change close() {
        state = State.CLOSED;
        refusedCredentials = false;
        recent.forget();
        return Change.CLOSED;
    }
}
