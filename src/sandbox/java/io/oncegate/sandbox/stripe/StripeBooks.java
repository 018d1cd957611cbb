package io.oncegate.sandbox.stripe;

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
 * What Stripe keeps: intents, charges, and which intents a request works on at the moment. An account finds what is its
 * own; anything else is not there for it.
 *
 * @param lockedIntents ids; another request that would change one of them has to come again
 */
record StripeBooks(
        World world,
        PayerPages pages,
        Map<String, PaymentIntent> intents,
        Map<String, Charge> charges,
        Set<String> lockedIntents) {

    static StripeBooks empty(World world) {
        return new StripeBooks(
                world,
                new PayerPages(StripeDialect.NAME),
                new Newest<>(Retention.objects()),
                new Newest<>(Retention.objects()),
                new HashSet<>());
    }

    void keep(PaymentIntent intent) {
        intents.putIfAbsent(intent.id(), intent);
    }

    void keep(Charge charge) {
        charges.putIfAbsent(charge.id(), charge);
    }

    PaymentIntent intent(String account, String id) throws Refused {
        return Optional.ofNullable(intents.get(id))
                .filter(intent -> intent.account().equals(account))
                .orElseThrow(() -> new Refused(StripeErrors.noSuch("payment_intent", id, "intent")));
    }

    Charge charge(String account, String id) throws Refused {
        return Optional.ofNullable(charges.get(id))
                .filter(charge -> charge.account().equals(account))
                .orElseThrow(() -> new Refused(StripeErrors.noSuch("charge", id, "id")));
    }

    void refuseIfLocked(PaymentIntent intent) throws Refused {
        if (lockedIntents.contains(intent.id())) {
            throw new Refused(StripeErrors.locked());
        }
    }

    List<PaymentIntent> newestIntentsFirst(String account) {
        var newestFirst = new ArrayList<PaymentIntent>();
        intents.values().stream()
                .filter(intent -> intent.account().equals(account))
                .forEach(newestFirst::add);
        Collections.reverse(newestFirst);
        return newestFirst;
    }
}
