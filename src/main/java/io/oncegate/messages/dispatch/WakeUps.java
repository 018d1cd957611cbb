package io.oncegate.messages.dispatch;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.function.Consumer;

/** Word between instances that there is something to send. Some of it may be lost: everybody looks for itself too. */
public interface WakeUps {

    /** Tells all instances that a gateway's messages wait. */
    Uni<Void> tell(String gateway, Deadline deadline);

    /** Calls {@code woken} with a gateway's name whenever some instance tells, until the service stops. */
    void listen(Consumer<String> woken);
}
