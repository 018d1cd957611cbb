package io.oncegate.webhooks;

import java.time.Duration;

/** Calls back once, on a context of its own: Vert.x in the service, a test's hand in tests. */
@FunctionalInterface
interface Later {

    void after(Duration delay, Runnable action);
}
