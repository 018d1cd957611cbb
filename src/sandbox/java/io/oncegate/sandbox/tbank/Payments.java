package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.dialect.PayerPages;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.memory.Newest;
import io.oncegate.sandbox.memory.Retention;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What T-Bank keeps: payments, and which of them a request works on at the moment. */
final class Payments {
    private final World world;
    private final PayerPages pages = new PayerPages(TBankDialect.NAME);
    private final Map<String, Payment> byId = new Newest<>(Retention.objects());
    private final Map<String, Payment> byOrder = new Newest<>(Retention.objects());
    private final Set<String> locked = new HashSet<>();
    private long lastId;

    Payments(World world) {
        this.world = world;
    }

    World world() {
        return world;
    }

    PayerPages pages() {
        return pages;
    }

    /** Ids that a request works on. */
    Set<String> locked() {
        return locked;
    }

    /** Sets up a payment for an order that has none. */
    Payment open(PaymentTerms terms) throws Refused {
        var order = placeOf(terms.terminal(), terms.orderId());
        if (byOrder.containsKey(order)) {
            throw new Refused(TBankErrors.orderExists());
        }
        // By the clock, so that no id comes twice, not even after a restart.
        lastId = Math.max(lastId + 1, world.clock().millis());
        var payment = new Payment(String.valueOf(lastId), terms, world.clock());
        byId.put(payment.id(), payment);
        byOrder.put(order, payment);
        return payment;
    }

    Payment find(String terminal, String id) throws Refused {
        return Optional.ofNullable(byId.get(id))
                .filter(payment -> payment.terms().terminal().equals(terminal))
                .orElseThrow(() -> new Refused(TBankErrors.notFound("Платеж не найден.")));
    }

    Payment ofOrder(String terminal, String orderId) throws Refused {
        return Optional.ofNullable(byOrder.get(placeOf(terminal, orderId)))
                .orElseThrow(() -> new Refused(TBankErrors.notFound("Заказ не найден.")));
    }

    private static String placeOf(String terminal, String orderId) {
        return terminal + " " + orderId;
    }
}
