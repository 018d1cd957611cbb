package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.PayerPages;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.memory.Newest;
import io.oncegate.sandbox.memory.Retention;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What YooKassa keeps: payments, and which of them a request works on at the moment. A shop finds what is its own;
 * anything else is not there for it.
 *
 * @param locked ids; another request that would change one of them has to come again
 */
record Payments(World world, PayerPages pages, Map<String, Payment> byId, Set<String> locked) {

    static Payments none(World world) {
        return new Payments(
                world, new PayerPages(YooKassaDialect.NAME), new Newest<>(Retention.objects()), new HashSet<>());
    }

    void keep(Payment payment) {
        byId.putIfAbsent(payment.id(), payment);
    }

    Payment find(String shop, String id) throws Refused {
        return Optional.ofNullable(byId.get(id))
                .filter(payment -> payment.shop().equals(shop))
                .orElseThrow(() -> new Refused(YooKassaErrors.noSuchPayment()));
    }

    List<Payment> newestFirst(String shop) {
        var newestFirst = new ArrayList<Payment>();
        byId.values().stream().filter(payment -> payment.shop().equals(shop)).forEach(newestFirst::add);
        Collections.reverse(newestFirst);
        return newestFirst;
    }
}
