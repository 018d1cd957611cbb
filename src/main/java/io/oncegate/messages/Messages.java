package io.oncegate.messages;

import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** The messages of all tenants. */
public interface Messages {

    /** The statement that claims a key, stores {@code message} and finishes the key with {@code response}. */
    FirstPhase accepting(Message message, RecordedResponse response);

    /** One message. Reads only. */
    Uni<Optional<Message>> find(String tenant, String id, Deadline deadline);
}
