package io.oncegate.ratelimit.policy;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Limit;
import java.util.Optional;

/** Which limits a policy can have, and where its buckets can be. */
final class PolicyRules {

    /** What is wrong: a member of the configuration or of a body, and what it must be. */
    record Flaw(String member, String detail) {}

    private PolicyRules() {}

    /**
     * Where a level's buckets are that says nothing of it, and what else they may be. An address or an operator is
     * counted before anything is asked; a key that every request hits would be the one that all of them wait for.
     */
    static Store usualStore(Level level) {
        return switch (level) {
            case IP, OPERATOR -> Store.LOCAL;
            case ROUTE, GLOBAL -> Store.LEASED;
            case TENANT, CLIENT, TENANT_ROUTE, RECIPIENT, PAYER, WEBHOOK_SOURCE -> Store.SHARED;
        };
    }

    /** Whether the policy's buckets can be where it says: in its level's usual store, or in each instance. */
    static Optional<Flaw> flaw(Policy policy) {
        Store usual = policy.name().equals(Policy.REPLAY) ? Store.LOCAL : usualStore(policy.level());
        if (policy.store() == usual || policy.store() == Store.LOCAL) {
            return Optional.empty();
        }
        String possible = usual == Store.LOCAL ? "local" : usual.wire() + " or local";
        return Optional.of(new Flaw(
                "store",
                "must be %s for the level %s%s"
                        .formatted(
                                possible,
                                policy.level().wire(),
                                policy.name().equals(Policy.REPLAY) ? " of a replay, which asks nobody" : "")));
    }

    /** Whether the policy can have the limit. */
    static Optional<Flaw> flaw(Policy policy, Limit limit) {
        if (policy.store() != Store.SHARED && limit.algorithm() != Algorithm.TOKEN_BUCKET) {
            return Optional.of(new Flaw(
                    "algorithm",
                    "must be token-bucket for a store that is " + policy.store().wire()));
        }
        return limit.flaw().map(detail -> new Flaw("capacity", detail));
    }
}
