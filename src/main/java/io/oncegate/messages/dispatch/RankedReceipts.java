package io.oncegate.messages.dispatch;

import io.oncegate.messages.ApplyReceipt;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Outbox.Ending;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Receipts come in any order, more than once, and before the answer to the request that they are about. */
@ApplicationScoped
class RankedReceipts implements ApplyReceipt {

    private final Aftercare aftercare;

    RankedReceipts(Aftercare aftercare) {
        this.aftercare = aftercare;
    }

    @Override
    public Uni<Boolean> apply(String gateway, Receipt receipt, Deadline deadline) {
        if (!Ulid.isOne(receipt.messageId())) {
            return Uni.createFrom().item(false);
        }
        Ending ending = new Ending(state(receipt.kind()), receipt.externalId().orElse(null), receipt.reason());
        return aftercare.told(gateway, receipt.messageId(), ending, deadline);
    }

    private static MessageState state(Receipt.Kind kind) {
        return switch (kind) {
            case SENT -> MessageState.SENT;
            case UNDELIVERED -> MessageState.UNDELIVERED;
            case DELIVERED -> MessageState.DELIVERED;
        };
    }
}
