package io.oncegate.ratelimit.policy;

import io.oncegate.caller.Plan;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.policy.PolicyRules.Flaw;
import io.oncegate.ratelimit.policy.RateLimitConfig.PolicyConfig;
import io.oncegate.request.Routes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks of {@link RateLimitConfig} that need more than a value's own range. */
public final class RateLimitSettings {

    private static final String POLICIES = "oncegate.rate-limit.policies.";

    /** It becomes a label of metrics and a part of keys. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    private final String prefix;
    private final PolicyConfig config;
    private final Policy policy;
    private final List<String> complaints;

    private RateLimitSettings(String name, PolicyConfig config, List<String> complaints) {
        this.prefix = POLICIES + name + ".";
        this.config = config;
        this.policy = ConfiguredPolicy.policy(name, config);
        this.complaints = complaints;
    }

    /** A sentence for each reason not to start. */
    public static List<String> complaints(RateLimitConfig config, Routes routes) {
        List<String> complaints = new ArrayList<>();
        new TreeMap<>(config.policies()).forEach((name, policy) -> {
            if (NAME.matcher(name).matches()) {
                new RateLimitSettings(name, policy, complaints).check(routes);
            } else {
                complaints.add(POLICIES + "\"" + name + "\" must be named with small letters, digits and hyphens.");
            }
        });
        return complaints;
    }

    private void check(Routes routes) {
        PolicyRules.flaw(policy).ifPresent(this::complain);
        limit("", new Limit(config.algorithm(), config.capacity(), config.refill()));
        new TreeMap<>(config.plans())
                .forEach((plan, own) ->
                        limit("plans." + plan + ".", new Limit(config.algorithm(), own.capacity(), own.refill())));
        plans();
        policy.routes().stream().sorted().forEach(route -> route(route, routes));
        if (config.softPercent() < 0 || config.softPercent() > 100) {
            complain(new Flaw("soft-percent", "must be from 0 to 100"));
        }
    }

    private void limit(String part, Limit limit) {
        PolicyRules.flaw(policy, limit)
                .map(flaw -> flaw.member().equals("capacity") ? new Flaw(part + "capacity", flaw.detail()) : flaw)
                .ifPresent(this::complain);
    }

    private void plans() {
        if (!policy.withinATenant() && !config.plans().isEmpty()) {
            complain(new Flaw(
                    "plans",
                    "must not be there for the level %s, which no tenant has"
                            .formatted(policy.level().wire())));
        }
        String known = Arrays.stream(Plan.values()).map(Plan::wire).collect(Collectors.joining(", "));
        config.plans().keySet().stream()
                .filter(plan -> Plan.of(plan).isEmpty())
                .sorted()
                .forEach(plan -> complain(new Flaw("plans." + plan, "must be of a plan that there is: " + known)));
    }

    private void route(String route, Routes routes) {
        int space = route.indexOf(' ');
        String template = route.substring(space + 1);
        boolean known = routes.templates().contains(template)
                && (space < 0 || routes.methodsAt(template).contains(route.substring(0, space)));
        if (!known) {
            complain(new Flaw(
                    "routes",
                    "must be templates of the API, with or without a method, like POST /v1/orders; \"" + route
                            + "\" is none"));
        }
    }

    private void complain(Flaw flaw) {
        String sentence = prefix + flaw.member() + " " + flaw.detail() + ".";
        if (!complaints.contains(sentence)) {
            complaints.add(sentence);
        }
    }
}
