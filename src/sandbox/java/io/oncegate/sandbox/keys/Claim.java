package io.oncegate.sandbox.keys;

import io.oncegate.sandbox.exchange.Reply;

/**
 * The right of one request to execute. It ends once, by an answer that is kept or by none; until then others are told
 * to wait.
 */
public interface Claim {

    /** Of a request without a key: nothing is kept, and nobody waits. */
    Claim NONE = new Claim() {
        @Override
        public void keep(Reply reply) {}

        @Override
        public void release() {}

        @Override
        public void forget() {}
    };

    /** Equal requests get {@code reply} from now on. */
    void keep(Reply reply);

    /** As if there had been no request: the next one executes. */
    void release();

    /** Takes back what {@link #keep} kept. */
    void forget();
}
