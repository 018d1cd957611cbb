package io.oncegate.messages;

import io.oncegate.messages.gateway.Receipt;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;

/** Records what a gateway told of a message afterwards. */
public interface ApplyReceipt {

    /**
     * By rank: what is known already, or better, stays.
     *
     * @param gateway whose word it is; it concerns messages that were given to this gateway alone
     * @return false where this gateway has no such message
     */
    Uni<Boolean> apply(String gateway, Receipt receipt, Deadline deadline);
}
