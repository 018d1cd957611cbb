package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.PayerPages;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.memory.Newest;
import io.oncegate.sandbox.memory.Retention;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What YooKassa keeps. */
record Payments(World world, PayerPages pages, Map<String, Payment> byId) {

    static Payments none(World world) {
        return new Payments(world, new PayerPages(YooKassaDialect.NAME), new Newest<>(Retention.objects()));
    }

    void keep(Payment payment) {
        byId.putIfAbsent(payment.id(), payment);
    }

    Payment find(String id) throws Refused {
        return Optional.ofNullable(byId.get(id)).orElseThrow(() -> new Refused(YooKassaErrors.noSuchPayment()));
    }

    List<Payment> newestFirst() {
        var newestFirst = new ArrayList<>(byId.values());
        Collections.reverse(newestFirst);
        return newestFirst;
    }
}
