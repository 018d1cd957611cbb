package io.oncegate.sandbox.keys;

import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;

/** What becomes of a request that carries a key. */
public sealed interface Admission {

    /** It is the first: it executes, and ends {@code claim}. */
    record Fresh(Claim claim) implements Admission {

        /** A refusal frees the key: nothing has happened under it. */
        public void run(Execution execution) throws Refused {
            try {
                execution.execute(claim);
            } catch (Refused refused) {
                claim.release();
                throw refused;
            }
        }
    }

    /** The first has ended with {@code reply}, which is the answer to this one as well. */
    record Replay(Reply reply) implements Admission {}

    /** The first still runs. */
    record Busy() implements Admission {}

    /** The first, to {@code path}, was another request. */
    record Reused(String path) implements Admission {}
}
