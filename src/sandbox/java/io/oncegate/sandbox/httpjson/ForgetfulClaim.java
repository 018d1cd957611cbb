package io.oncegate.sandbox.httpjson;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.keys.Claim;

/** A claim on a message's id: once the id is forgotten nothing is known of the message either. */
record ForgetfulClaim(Claim claim, Runnable forgetting) implements Claim {

    @Override
    public void keep(Reply reply) {
        claim.keep(reply);
    }

    @Override
    public void release() {
        claim.release();
    }

    @Override
    public void forget() {
        claim.forget();
        forgetting.run();
    }
}
