package io.oncegate.ratelimit.instances;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Where instances show that they live. */
public interface Heartbeats {

    /**
     * Shows that an instance lives, and forgets those that have not for long.
     *
     * @return how many others have shown it within {@code recently}
     */
    Uni<Integer> beat(String instance, Duration recently, Deadline deadline);

    /** Forgets an instance that ends. */
    Uni<Void> leave(String instance, Deadline deadline);
}
