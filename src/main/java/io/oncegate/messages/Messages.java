package io.oncegate.messages;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages of all tenants. */
public interface Messages {

    /** The statement that claims a key, stores {@code message} and finishes the key with {@code response}. */
    FirstPhase accepting(Message message, RecordedResponse response);

    /** One message. Reads only. */
    Uni<Optional<Message>> find(String tenant, String id, Deadline deadline);

    /** How many messages of each tenant wait to be sent; tenants that have none are not named. Reads only. */
    Uni<Map<String, Long>> queued(Deadline deadline);

    /** Messages of all tenants in one status ({@code unknown} or {@code dead}), by id, after {@code afterId}. Reads only. */
    Uni<List<ListedMessage>> listed(MessageState state, String afterId, int most, Deadline deadline);

    /** A message of whatever tenant. Reads only. */
    Uni<Optional<ListedMessage>> listed(String id, Deadline deadline);

    /**
     * Has a message that was given up sent again, or one that is unknown where {@code again} allows for that.
     *
     * @return the gateway that it goes through; empty where the message is neither, or it is too late for it
     */
    Uni<Optional<String>> requeue(String id, SendAgain again, Stamp stamp, Deadline deadline);
}
