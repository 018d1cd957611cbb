package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.script.Verb;
import java.util.function.Consumer;

/** Plays a verb: when the money moves, what is kept under the key, and what goes over the wire. */
final class Performance {
    private static final String RETRY_AFTER = "Retry-After";
    private static final String ONE_SECOND = "1";

    private final Dialect dialect;
    private final Delays delays;
    private final MoneyRequest request;

    Performance(Dialect dialect, Delays delays, MoneyRequest request) {
        this.dialect = dialect;
        this.delays = delays;
        this.request = request;
    }

    void play(Verb verb) {
        var exchange = request.exchange();
        switch (verb.kind()) {
            case OK, WEBHOOK -> apply(exchange::answer);
            case DECLINE -> conclude(request.movement().decline());
            case REQUIRES_ACTION -> conclude(request.movement().askPayer());
            case APPLY_THEN_DROP -> apply(unsaid -> exchange.drop());
            case DROP_BEFORE_APPLY, CLOSE_KEEPALIVE -> vanish();
            case HANG -> delays.after(verb.number(), this::vanish);
            case HANG_THEN_APPLY -> delays.after(verb.number(), () -> apply(exchange::answer));
            case APPLY_AFTER -> applyAfter(verb.number());
            case FAIL_APPLIED -> failApplied();
            case FAIL_STORED -> failUnapplied();
            case UNAVAILABLE -> refuse(dialect.unavailable().with(RETRY_AFTER, ONE_SECOND));
            case TOO_MANY -> refuse(dialect.tooManyRequests().with(RETRY_AFTER, String.valueOf(verb.number())));
            case IN_FLIGHT -> stayInFlight(verb.number());
            case GARBAGE -> apply(unsaid -> exchange.answerGarbage());
            case EMPTY -> apply(unsaid -> exchange.answerNothing());
            case MISMATCH_AMOUNT -> misstate(request.movement()::misstateAmount);
            case MISMATCH_CURRENCY -> misstate(request.movement()::misstateCurrency);
            case REDIRECT -> redirect();
            case SLOW_BODY -> apply(reply -> exchange.dribble(reply, verb.number()));
            case TRUNCATED_BODY -> apply(exchange::truncate);
            case STATUS_LAG -> applyUnseen(verb.number());
            case STATUS_FAILS -> applyWithFailingStatus();
            case FORGET_KEYS -> applyAndForget(verb.number());
        }
    }

    private void apply(Consumer<Reply> saying) {
        var reply = request.movement().approve();
        request.claim().keep(reply);
        saying.accept(reply);
    }

    private void conclude(Reply reply) {
        request.claim().keep(reply);
        request.exchange().answer(reply);
    }

    private void refuse(Reply reply) {
        request.claim().release();
        request.exchange().answer(reply);
    }

    private void vanish() {
        request.claim().release();
        request.exchange().drop();
    }

    private void redirect() {
        request.claim().release();
        request.exchange().redirect();
    }

    private void applyAfter(long millis) {
        conclude(request.movement().pend());
        delays.after(millis, request.movement()::settle);
    }

    /** The failure is what an equal request gets where failures are kept; elsewhere it learns the truth. */
    private void failApplied() {
        var truth = request.movement().approve();
        var failure = dialect.failure();
        request.claim().keep(dialect.keepsFailures() ? failure : truth);
        request.exchange().answer(failure);
    }

    private void failUnapplied() {
        if (dialect.keepsFailures()) {
            conclude(dialect.failure());
        } else {
            refuse(dialect.failure());
        }
    }

    /** With keys somebody has to come again; without them nobody can, and what is in flight lands. */
    private void stayInFlight(long millis) {
        request.exchange().answer(dialect.inUse(request.subject().key()));
        delays.after(millis, dialect.hasKeys() ? request.claim()::release : () -> apply(unsaid -> {}));
    }

    private void misstate(Runnable misstatement) {
        misstatement.run();
        apply(request.exchange()::answer);
    }

    private void applyUnseen(long millis) {
        apply(unsaid -> request.movement().observed().lagFor(millis));
        request.exchange().drop();
    }

    private void applyWithFailingStatus() {
        apply(request.exchange()::answer);
        request.movement().observed().failNext();
    }

    private void applyAndForget(long millis) {
        apply(unsaid -> request.exchange().drop());
        delays.after(millis, request.claim()::forget);
    }
}
