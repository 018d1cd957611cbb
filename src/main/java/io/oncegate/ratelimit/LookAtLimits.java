package io.oncegate.ratelimit;

import io.oncegate.caller.Identity;
import io.oncegate.ratelimit.Charges.Look;
import io.oncegate.ratelimit.LimitsView.Item;
import io.oncegate.ratelimit.limiter.Limiter;
import io.oncegate.request.RequestContext;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;

/** Looks into the buckets of a caller without taking anything. */
@ApplicationScoped
class LookAtLimits {

    private static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final Charges charges;
    private final Limiter limiter;

    LookAtLimits(Charges charges, Limiter limiter) {
        this.charges = charges;
        this.limiter = limiter;
    }

    /** One by one, so that a policy that is closed while the store is away hides no other. */
    Uni<LimitsView> at(Identity identity) {
        Duration most = RequestContext.current().deadline(USUAL_BUDGET).remaining();
        List<Uni<Item>> items =
                charges.looks(identity).stream().map(look -> item(look, most)).toList();
        return items.isEmpty()
                ? Uni.createFrom().item(new LimitsView(List.of()))
                : Uni.join().all(items).andFailFast().map(LimitsView::new);
    }

    private Uni<Item> item(Look look, Duration most) {
        return limiter.take(List.of(look.charge()), most)
                .map(ruling ->
                        Item.of(look.route(), ruling.decision().verdicts().get(0)));
    }
}
