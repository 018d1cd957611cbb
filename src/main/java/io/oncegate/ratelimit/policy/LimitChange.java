package io.oncegate.ratelimit.policy;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import java.util.Optional;

/** What an operator says of a policy in place of what is configured; what is empty stays as it was. */
public record LimitChange(
        long capacity,
        Rate refill,
        Optional<Mode> mode,
        Optional<Algorithm> algorithm,
        Optional<OnStoreFailure> onStoreFailure) {

    /** The terms that it makes of those which are there without it. */
    public Terms appliedTo(Terms present, Terms.Origin source) {
        return new Terms(
                new Limit(algorithm.orElse(present.limit().algorithm()), capacity, refill),
                mode.orElse(present.mode()),
                onStoreFailure.orElse(present.onStoreFailure()),
                source);
    }
}
