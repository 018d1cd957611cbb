package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.keys.Admission;
import io.oncegate.sandbox.keys.Execution;
import io.oncegate.sandbox.keys.IdempotencyKeys;
import java.time.InstantSource;

/** YooKassa's layer of idempotence: a request reaches what executes it at most once per key. */
final class YooKassaKeys {
    private final IdempotencyKeys keys;

    YooKassaKeys(InstantSource clock) {
        this.keys = new IdempotencyKeys(clock);
    }

    void once(YooKassaCall call, String key, Execution execution) throws Refused {
        var admission = keys.admit(call.shop() + " " + key, call.path(), call.text());
        if (admission instanceof Admission.Fresh fresh) {
            fresh.run(execution);
        } else if (admission instanceof Admission.Replay replay) {
            call.exchange().answer(replay.reply());
        } else if (admission instanceof Admission.Reused) {
            throw new Refused(YooKassaErrors.keyReused());
        } else {
            call.exchange().answer(YooKassaDialect.processing());
        }
    }
}
