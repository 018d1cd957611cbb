package io.oncegate.messages.receipts;

import io.oncegate.messages.ApplyReceipt;
import io.oncegate.messages.gateway.Gateway;
import io.oncegate.messages.gateway.Gateways;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Takes a receipt for what its token proves: that it comes from a gateway which was given the message. */
@ApplicationScoped
class HearReceipt {

    private final Gateways gateways;
    private final ApplyReceipt applying;

    HearReceipt(Gateways gateways, ApplyReceipt applying) {
        this.gateways = gateways;
        this.applying = applying;
    }

    /** The gateways whose token this is, in constant time for each; several only where they share a secret. */
    List<String> bringers(String messageId, String token) {
        return gateways.all().stream()
                .filter(gateway -> gateway.receipts()
                        .filter(place -> ReceiptToken.fits(place.secrets(), messageId, token))
                        .isPresent())
                .map(Gateway::name)
                .toList();
    }

    /** False where none of the gateways has the message. */
    Uni<Boolean> hear(List<String> bringers, Receipt receipt, Deadline deadline) {
        if (bringers.isEmpty()) {
            return Uni.createFrom().item(false);
        }
        List<String> others = bringers.subList(1, bringers.size());
        return applying.apply(bringers.get(0), receipt, deadline)
                .chain(known -> known ? Uni.createFrom().item(true) : hear(others, receipt, deadline));
    }
}
