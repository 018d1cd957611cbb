package io.oncegate.sandbox.message;

import io.oncegate.sandbox.dialect.Effect;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.script.Subject;
import java.util.Optional;

/**
 * A message that is handed to a gateway. It has no payer, no amount and no currency: a verb about one of these is
 * {@code ok} for it.
 */
public final class Transmission implements Effect {
    private final World world;
    private final Subject subject;
    private final String to;
    private final GatewayWords words;
    private final Observed<MessageState> observed;

    public Transmission(World world, Subject subject, String to, GatewayWords words) {
        this.world = world;
        this.subject = subject;
        this.to = to;
        this.words = words;
        this.observed = new Observed<>(world.clock());
    }

    @Override
    public Reply approve() {
        settle();
        return words.answer(MessageState.SENT);
    }

    @Override
    public Reply decline() {
        observed.become(MessageState.REJECTED);
        return words.answer(MessageState.REJECTED);
    }

    @Override
    public Reply askPayer() {
        return approve();
    }

    @Override
    public Reply pend() {
        observed.become(MessageState.QUEUED);
        return words.answer(MessageState.QUEUED);
    }

    @Override
    public void settle() {
        world.sent(subject, to);
        observed.become(MessageState.SENT);
        words.left();
    }

    @Override
    public void misstateAmount() {}

    @Override
    public void misstateCurrency() {}

    @Override
    public Observed<MessageState> observed() {
        return observed;
    }

    /** That it was delivered, which it is once that is told. */
    @Override
    public Optional<Notice> notice() {
        observed.become(MessageState.DELIVERED);
        return Optional.of(words.delivered());
    }

    /** What a status request sees of it; empty where it is not there yet. */
    public Optional<Reply> seen() {
        return observed.seen().map(words::shown);
    }
}
