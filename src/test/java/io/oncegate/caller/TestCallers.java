package io.oncegate.caller;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Lets the tests of other packages have callers that this instance knows, or has yet to ask for. */
public final class TestCallers implements Callers {
    private final Map<KeyHash, Grant> grants = new HashMap<>();
    private final CachedCallers cached = new CachedCallers(this, 100, () -> 0);

    /** Somebody who has called before. */
    public void known(String key, Caller caller) {
        grant(key, new Grant(caller, false, Duration.ofDays(1)));
        ask(key);
    }

    /** Likewise, and its tenant is suspended. */
    public void suspended(String key, Caller caller) {
        grant(key, new Grant(caller, true, Duration.ofDays(1)));
        ask(key);
    }

    /** Somebody who has a key and has not called yet. */
    public void unknown(String key, Caller caller) {
        grant(key, new Grant(caller, false, Duration.ofDays(1)));
    }

    public KnownCallers callers() {
        return new KnownCallers(cached);
    }

    private void grant(String key, Grant grant) {
        grants.put(KeyHash.of(key), grant);
    }

    private void ask(String key) {
        var unused = cached.grantOf(KeyHash.of(key), () -> Deadline.in(Duration.ofSeconds(1)))
                .await()
                .indefinitely();
    }

    @Override
    public Uni<Optional<Grant>> grantOf(KeyHash key, Deadline deadline) {
        return Uni.createFrom().item(Optional.ofNullable(grants.get(key)));
    }
}
