package io.oncegate.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Caller;
import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.request.Deadline;
import java.time.Duration;

/**
 * A request with its key, read and ready to be decided on: syntax is checked, the rules of the operation are not.
 *
 * @param patience how long a duplicate wants to wait for the first one's answer; zero for not at all
 */
public record IdempotentRequest(
        OperationKind kind,
        Caller caller,
        KeyScope scope,
        Fingerprint fingerprint,
        JsonNode body,
        Duration patience,
        Deadline deadline) {

    /** The same request with another time until which it waits. */
    public IdempotentRequest until(Deadline other) {
        return new IdempotentRequest(kind, caller, scope, fingerprint, body, patience, other);
    }
}
