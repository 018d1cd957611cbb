package io.oncegate.caller;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where API keys are looked up. */
public interface Callers {

    /** What the key with this hash stands for; empty where it is unknown, expired or revoked. */
    Uni<Optional<Grant>> grantOf(KeyHash key, Deadline deadline);
}
