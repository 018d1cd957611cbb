package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import java.util.Optional;

/**
 * What a request that would move money or send a message can come to, in the words of its dialect. Of {@link #approve},
 * {@link #decline}, {@link #askPayer} and {@link #pend} exactly one happens, at most once; until then nothing of the
 * request can be seen anywhere.
 */
public interface Effect {

    /** The money moves, the message goes out. */
    Reply approve();

    /** It does not, and will not. */
    Reply decline();

    /** It moves when the payer says so. */
    Reply askPayer();

    /** The provider has taken the request and works on it; {@link #settle} ends that. */
    Reply pend();

    /** What was pending happens, unless it was cancelled meanwhile. */
    void settle();

    /** Every answer and every status shows another amount; the money that moves is the one asked for. */
    void misstateAmount();

    /** Every answer and every status shows another currency. */
    void misstateCurrency();

    /** What status requests see of the object. */
    Observed<?> observed();

    /** What the provider tells of it by itself, as it stands now; empty where it has nothing to tell yet. */
    Optional<Notice> notice();
}
