package io.oncegate.caller;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Grants in a map, answered at once or, while it is held, when the test says so. */
final class InMemoryCallers implements Callers {

    private final Map<KeyHash, Grant> grants = new HashMap<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<UniEmitter<? super Optional<Grant>>> waiting = new ArrayList<>();
    private boolean holding;
    private int lookUps;

    void grant(String key, Grant grant) {
        grants.put(KeyHash.of(key), grant);
    }

    void revoke(String key) {
        grants.remove(KeyHash.of(key));
    }

    /** From now on, look-ups see what is there when they begin, and end with {@link #release}. */
    void hold() {
        holding = true;
    }

    void release() {
        holding = false;
        List<Runnable> ready = List.copyOf(answers);
        answers.clear();
        ready.forEach(Runnable::run);
    }

    void failHeld(RuntimeException failure) {
        holding = false;
        waiting.forEach(emitter -> emitter.fail(failure));
    }

    int lookUps() {
        return lookUps;
    }

    @Override
    public Uni<Optional<Grant>> grantOf(KeyHash key, Deadline deadline) {
        return Uni.createFrom().emitter(emitter -> {
            lookUps++;
            Optional<Grant> found = Optional.ofNullable(grants.get(key));
            if (holding) {
                waiting.add(emitter);
                answers.add(() -> emitter.complete(found));
            } else {
                emitter.complete(found);
            }
        });
    }
}
