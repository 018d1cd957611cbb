package io.oncegate.ratelimit.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.caller.Plan;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.LimitStore.Kept;
import io.oncegate.ratelimit.policy.LimitStore.Subject;
import io.oncegate.testsupport.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicySnapshotTest {

    private static final String PREFIX = "oncegate.rate-limit.policies.";

    private static final PolicySnapshot CONFIGURED = PolicySnapshot.of(
            ConfiguredPolicy.in(Settings.of(
                    RateLimitConfig.class,
                    Map.of(
                            PREFIX + "client.level", "client",
                            PREFIX + "client.capacity", "20",
                            PREFIX + "client.refill", "10/s",
                            PREFIX + "client.plans.vip.capacity", "1000",
                            PREFIX + "client.plans.vip.refill", "500/s",
                            PREFIX + "address.level", "ip",
                            PREFIX + "address.capacity", "600",
                            PREFIX + "address.refill", "200/s"))),
            100);

    private static final Policy CLIENT = CONFIGURED.named("client").orElseThrow();
    private static final Policy ADDRESS = CONFIGURED.named("address").orElseThrow();

    @ParameterizedTest(name = "tenant''s own {0}, operator''s {1}, plan {2}, {3} % -> {4}")
    @CsvSource({
        ", , STANDARD, 100, 20 at 10/s by base",
        ", , FREE, 100, 20 at 10/s by base",
        ", , VIP, 100, 1000 at 500/s by plan",
        ", 7, STANDARD, 100, 7 at 7/s by operator",
        ", 7, VIP, 100, 7 at 7/s by operator",
        "9, , STANDARD, 100, 9 at 9/s by tenant",
        "9, , VIP, 100, 9 at 9/s by tenant",
        "9, 7, VIP, 100, 9 at 9/s by tenant",
        ", , STANDARD, 50, 10 at 5/s by base",
        ", , VIP, 20, 200 at 100/s by plan",
        ", 7, VIP, 50, 3 at 7/2s by operator",
        "9, 7, VIP, 20, 1 at 9/5s by tenant",
        "3, 7, VIP, 20, 1 at 3/5s by tenant",
        ", 1, STANDARD, 1, 1 at 1/100s by operator",
    })
    void theNearestWordCountsAndThenTheMultiplier(Long own, Long operators, Plan plan, int percent, String expected) {
        List<Kept> changes = new ArrayList<>();
        if (operators != null) {
            changes.add(new Kept(new Subject(Optional.empty(), "client"), change(operators)));
        }
        if (own != null) {
            changes.add(new Kept(new Subject(Optional.of("t"), "client"), change(own)));
        }

        Terms terms = CONFIGURED.with(changes).at(percent).terms(CLIENT, "t", plan);

        Limit limit = terms.limit();
        assertThat("%d at %s by %s"
                        .formatted(
                                limit.capacity(),
                                limit.refill().wire(),
                                terms.source().wire()))
                .isEqualTo(expected);
    }

    @Test
    void aTenantsOwnIsNobodyElses() {
        PolicySnapshot changed = CONFIGURED.with(List.of(new Kept(new Subject(Optional.of("t"), "client"), change(9))));

        assertThat(changed.terms(CLIENT, "u", Plan.VIP)).isEqualTo(CONFIGURED.terms(CLIENT, "u", Plan.VIP));
        assertThat(changed.terms(CLIENT)).isEqualTo(CONFIGURED.terms(CLIENT));
        assertThat(changed.terms(ADDRESS)).isEqualTo(CONFIGURED.terms(ADDRESS));
    }

    @Test
    void whatAChangeDoesNotNameIsAsItWasWithoutIt() {
        LimitChange forAll = new LimitChange(
                5,
                new Rate(5, 1),
                Optional.of(Mode.SHADOW),
                Optional.of(Algorithm.SLIDING_WINDOW),
                Optional.of(OnStoreFailure.CLOSED));
        LimitChange tenants =
                new LimitChange(6, new Rate(6, 1), Optional.of(Mode.SOFT), Optional.empty(), Optional.empty());

        Terms terms = CONFIGURED
                .with(List.of(
                        new Kept(new Subject(Optional.of("t"), "client"), tenants),
                        new Kept(new Subject(Optional.empty(), "client"), forAll)))
                .terms(CLIENT, "t", Plan.FREE);

        assertThat(terms.limit().capacity()).isEqualTo(6);
        assertThat(terms.mode()).isEqualTo(Mode.SOFT);
        assertThat(terms.limit().algorithm()).isEqualTo(Algorithm.SLIDING_WINDOW);
        assertThat(terms.onStoreFailure()).isEqualTo(OnStoreFailure.CLOSED);
    }

    @Test
    void showsOperatorsWhatTheySaidAndNotWhatTheProfileMakesOfIt() {
        PolicyTerms untouched = CONFIGURED.at(20).unscaled(CLIENT);
        PolicyTerms changed = CONFIGURED
                .with(List.of(new Kept(new Subject(Optional.empty(), "client"), change(7))))
                .at(20)
                .unscaled(CLIENT);

        assertThat(untouched.forAll().limit().capacity()).isEqualTo(20);
        assertThat(untouched.plans().get(Plan.VIP).limit().capacity()).isEqualTo(1000);
        assertThat(changed.plans())
                .hasSize(3)
                .allSatisfy((plan, terms) -> assertThat(terms).isEqualTo(changed.forAll()));
        assertThat(CONFIGURED.unscaled(ADDRESS).plans()).isEmpty();
    }

    @Test
    void listsPoliciesByName() {
        assertThat(CONFIGURED.all()).extracting(Policy::name).containsExactly("address", "client");
        assertThat(CONFIGURED.named("x")).isEmpty();
    }

    @Test
    void hasNoTermsForAPolicyOfAnother() {
        Policy stranger = new Policy("x", CLIENT.level(), CLIENT.routes(), CLIENT.store(), 0);

        assertThatThrownBy(() -> CONFIGURED.terms(stranger)).isInstanceOf(IllegalArgumentException.class);
    }

    private static LimitChange change(long number) {
        return new LimitChange(number, new Rate(number, 1), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
