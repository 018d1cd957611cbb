package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.keys.Admission;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.keys.Execution;
import io.oncegate.sandbox.keys.IdempotencyKeys;
import java.time.InstantSource;

/** Stripe's layer of idempotency: a request reaches what executes it at most once per key. */
final class StripeKeys {
    private static final int LONGEST_KEY = 255;
    private static final String ORIGINAL_REQUEST = "Original-Request";

    private final IdempotencyKeys keys;

    StripeKeys(InstantSource clock) {
        this.keys = new IdempotencyKeys(clock);
    }

    void once(StripeCall call, Execution execution) throws Refused {
        var key = call.key();
        if (key == null) {
            execution.execute(Claim.NONE);
            return;
        }
        if (key.length() > LONGEST_KEY) {
            throw new Refused(StripeErrors.unreadable(
                    "Idempotency keys can be at most %d characters long.".formatted(LONGEST_KEY)));
        }
        var admission = keys.admit(
                call.account() + " " + key, call.ownPath(), call.form().canonical());
        if (admission instanceof Admission.Fresh fresh) {
            call.exchange().putHeader(ORIGINAL_REQUEST, call.id());
            fresh.run(claim -> execution.execute(new OriginalClaim(claim, call.id())));
        } else {
            call.exchange().answer(answerTo(admission, call.ownPath(), key));
        }
    }

    private static Reply answerTo(Admission admission, String path, String key) {
        if (admission instanceof Admission.Replay replay) {
            return replay.reply().with("Idempotent-Replayed", "true");
        }
        if (admission instanceof Admission.Reused reused) {
            return reused.path().equals(path)
                    ? StripeErrors.keyReused(key)
                    : StripeErrors.keyReusedElsewhere(key, path, reused.path());
        }
        return StripeErrors.keyInUse(key);
    }

    /** What is kept says whose answer it was at first. */
    private record OriginalClaim(Claim claim, String request) implements Claim {
        @Override
        public void keep(Reply reply) {
            claim.keep(reply.with(ORIGINAL_REQUEST, request));
        }

        @Override
        public void release() {
            claim.release();
        }

        @Override
        public void forget() {
            claim.forget();
        }
    }
}
