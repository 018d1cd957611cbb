package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.exchange.Reply;

/**
 * What a request that would move money can come to, in the words of its dialect. Of {@link #approve}, {@link #decline},
 * {@link #askPayer} and {@link #pend} exactly one happens, at most once; until then nothing of the request can be seen
 * anywhere.
 */
public interface Movement {

    /** The money moves. */
    Reply approve();

    /** It does not, and will not. */
    Reply decline();

    /** It moves when the payer says so. */
    Reply askPayer();

    /** The provider has taken the request and works on it; {@link #settle} ends that. */
    Reply pend();

    /** The money of a pending request moves, unless it was cancelled meanwhile. */
    void settle();

    /** Every answer and every status shows another amount; the money that moves is the one asked for. */
    void misstateAmount();

    /** Every answer and every status shows another currency. */
    void misstateCurrency();

    /** What status requests see of the object. */
    Observed<?> observed();
}
