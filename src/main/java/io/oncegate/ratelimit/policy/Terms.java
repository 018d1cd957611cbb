package io.oncegate.ratelimit.policy;

import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;

/**
 * What a policy allows at this moment: to one tenant, or to everybody where it has no tenant.
 *
 * @param limit with the profile's multiplier in it
 * @param most the capacity without that multiplier: what costs more is never granted
 * @param source whose word it is
 */
public record Terms(Limit limit, long most, Mode mode, OnStoreFailure onStoreFailure, Origin source) {

    /** Without a multiplier. */
    public Terms(Limit limit, Mode mode, OnStoreFailure onStoreFailure, Origin source) {
        this(limit, limit.capacity(), mode, onStoreFailure, source);
    }

    /** The same with this share of the limit. */
    Terms scaled(int percent) {
        return percent == 100 ? this : new Terms(limit.scaled(percent), most, mode, onStoreFailure, source);
    }

    /** Whose word the terms are, the strongest first. */
    public enum Origin {
        TENANT("tenant"),
        OPERATOR("operator"),
        PLAN("plan"),
        BASE("base");

        private final String wire;

        Origin(String wire) {
            this.wire = wire;
        }

        /** Its name in bodies. */
        public String wire() {
            return wire;
        }
    }
}
