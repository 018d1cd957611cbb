package io.oncegate.ratelimit.policy;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who may ask how often, and how a client reads it. */
@ConfigMapping(prefix = "oncegate.rate-limit")
public interface RateLimitConfig {

    /** By name; those that ship are in the application's own properties. */
    Map<String, PolicyConfig> policies();

    /** One policy. */
    interface PolicyConfig {

        /**
         * Whom it counts: <code>ip</code>, <code>tenant</code>, <code>client</code>, <code>tenant-route</code>,
         * <code>route</code>, <code>recipient</code>, <code>payer</code>, <code>webhook-source</code>,
         * <code>operator</code> or <code>global</code>. Required.
         */
        Level level();

        /**
         * The routes that it is for, as templates with or without a method: <code>POST /v1/orders</code>. All by
         * default.
         */
        Optional<Set<String>> routes();

        /**
         * <code>token-bucket</code>, <code>fixed-window</code>, <code>sliding-window</code> or
         * <code>leaky-bucket</code>. The default is the only one that allows a burst and no more than it says.
         */
        @WithDefault("token-bucket")
        Algorithm algorithm();

        /** How many at once, at least 1. Required. */
        long capacity();

        /** How many after that: <code>10/s</code>, <code>1/10s</code>, <code>1000/d</code>. Required. */
        Rate refill();

        /** By plan, for policies that count within a tenant. */
        Map<String, PlanConfig> plans();

        /**
         * <code>shadow</code> counts and refuses nobody, <code>soft</code> refuses for a share of the subjects,
         * <code>enforce</code> refuses. A new policy goes this way in this order.
         */
        @WithDefault("enforce")
        Mode mode();

        /**
         * Where its buckets are: <code>shared</code> in Redis, <code>leased</code> from Redis, <code>local</code> in each
         * instance. By default local for the levels <code>ip</code> and <code>operator</code>, leased for
         * <code>route</code> and <code>global</code>, shared for all others.
         */
        Optional<Store> store();

        /**
         * What it does while Redis does not answer: <code>local</code> counts in each instance at its share of the limit,
         * <code>open</code> allows everything, <code>closed</code> refuses everything. The default neither opens the
         * gates nor shuts the service.
         */
        @WithDefault("local")
        OnStoreFailure onStoreFailure();

        /**
         * The share of the subjects, in percent, for which <code>soft</code> refuses; always the same ones. Enough to see
         * what would happen, few enough to answer the telephone.
         */
        @WithDefault("10")
        int softPercent();
    }

    /** What one plan allows. */
    interface PlanConfig {

        /** Instead of the policy's own, for tenants of this plan. Required with the plan's refill. */
        long capacity();

        /** Instead of the policy's own, for tenants of this plan. Required with the plan's capacity. */
        Rate refill();
    }
}
