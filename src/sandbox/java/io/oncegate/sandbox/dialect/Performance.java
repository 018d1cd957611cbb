package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Recipient;
import io.oncegate.sandbox.script.Verb;
import java.util.function.Consumer;

/**
 * Plays a verb: when the money moves or the message goes out, what is kept under the key, and what goes over the wire.
 */
final class Performance {
    private static final String RETRY_AFTER = "Retry-After";
    private static final String ONE_SECOND = "1";

    private final Dialect dialect;
    private final World world;
    private final EffectRequest request;

    Performance(Dialect dialect, World world, EffectRequest request) {
        this.dialect = dialect;
        this.world = world;
        this.request = request;
    }

    void play(Verb verb) {
        var exchange = request.exchange();
        switch (verb.kind()) {
            case OK -> apply(exchange::answer);
            case DECLINE -> conclude(request.effect().decline());
            case REQUIRES_ACTION -> conclude(request.effect().askPayer());
            case APPLY_THEN_DROP -> apply(unsaid -> exchange.drop());
            case DROP_BEFORE_APPLY, CLOSE_KEEPALIVE -> vanish();
            case HANG -> world.delays().after(verb.number(), this::vanish);
            case HANG_THEN_APPLY -> world.delays().after(verb.number(), () -> apply(exchange::answer));
            case APPLY_AFTER -> applyAfter(verb.number());
            case FAIL_APPLIED -> failApplied(dialect.failure());
            case UNAVAILABLE_APPLIED -> failApplied(unavailable());
            case FAIL_STORED -> failUnapplied();
            case UNAVAILABLE -> refuse(unavailable());
            case TOO_MANY -> refuse(dialect.tooManyRequests().with(RETRY_AFTER, String.valueOf(verb.number())));
            case IN_FLIGHT -> stayInFlight(verb.number());
            case GARBAGE -> apply(unsaid -> exchange.answerGarbage());
            case EMPTY -> apply(unsaid -> exchange.answerNothing());
            case MISMATCH_AMOUNT -> misstate(request.effect()::misstateAmount);
            case MISMATCH_CURRENCY -> misstate(request.effect()::misstateCurrency);
            case REDIRECT -> redirect();
            case SLOW_BODY -> apply(reply -> exchange.dribble(reply, verb.number()));
            case TRUNCATED_BODY -> apply(exchange::truncate);
            case STATUS_LAG -> applyUnseen(verb.number());
            case STATUS_FAILS -> applyWithFailingStatus();
            case FORGET_KEYS -> applyAndForget(verb.number());
            case WEBHOOK -> applyAndTell(Recipient.of(verb.argument()));
        }
    }

    private void apply(Consumer<Reply> saying) {
        var reply = request.effect().approve();
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
        conclude(request.effect().pend());
        world.delays().after(millis, request.effect()::settle);
    }

    /** The failure is what an equal request gets where failures are kept; elsewhere it learns the truth. */
    private void failApplied(Reply failure) {
        var truth = request.effect().approve();
        request.claim().keep(dialect.keepsFailures() ? failure : truth);
        request.exchange().answer(failure);
    }

    private Reply unavailable() {
        return dialect.unavailable().with(RETRY_AFTER, ONE_SECOND);
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
        world.delays().after(millis, dialect.hasKeys() ? request.claim()::release : () -> apply(unsaid -> {}));
    }

    private void misstate(Runnable misstatement) {
        misstatement.run();
        apply(request.exchange()::answer);
    }

    private void applyUnseen(long millis) {
        apply(unsaid -> request.effect().observed().lagFor(millis));
        request.exchange().drop();
    }

    private void applyWithFailingStatus() {
        apply(request.exchange()::answer);
        request.effect().observed().failNext();
    }

    private void applyAndForget(long millis) {
        apply(unsaid -> request.exchange().drop());
        world.delays().after(millis, request.claim()::forget);
    }

    private void applyAndTell(Recipient recipient) {
        apply(request.exchange()::answer);
        request.effect().notice().ifPresent(notice -> world.courier().send(notice, recipient));
    }
}
