package io.oncegate.ratelimit.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.caller.Plan;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.ratelimit.instances.TestInstances;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.Terms.Origin;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CurrentPoliciesTest {

    private static final String PREFIX = "oncegate.rate-limit.policies.";
    private static final RateLimitConfig CONFIG = Settings.of(
            RateLimitConfig.class,
            Map.of(
                    PREFIX + "client.level", "client",
                    PREFIX + "client.capacity", "20",
                    PREFIX + "client.refill", "10/s",
                    PREFIX + "client.plans.vip.capacity", "1000",
                    PREFIX + "client.plans.vip.refill", "500/s",
                    PREFIX + "global.level", "global",
                    PREFIX + "global.capacity", "20000",
                    PREFIX + "global.refill", "10000/s"));
    private static final Stamp STAMP = new Stamp("01J0000000000000000000000A", "operator", Instant.EPOCH);

    private final InMemoryLimits store = new InMemoryLimits();
    private final SettableMultiplier multiplier = new SettableMultiplier();
    private final CurrentPolicies one = policies();
    private final CurrentPolicies two = policies();
    private final Policy client = one.named("client").orElseThrow();
    private final Policy global = one.named("global").orElseThrow();

    @Test
    void anotherInstanceFeelsAChangeWithItsNextLook() {
        // Given
        ChangeLimits changes = new ChangeLimits(one, store);

        // When
        await(changes.forAll(client, change(7), STAMP, soon()));

        // Then
        assertThat(one.terms(client, "t", Plan.VIP).limit().capacity()).isEqualTo(7);
        assertThat(two.terms(client, "t", Plan.VIP).limit().capacity()).isEqualTo(1000);
        assertThat(await(two.refresh(soon()))).isTrue();
        assertThat(two.terms(client, "t", Plan.VIP).limit().capacity()).isEqualTo(7);
    }

    @Test
    void readsChangesOnlyWhenThereIsAnotherRevision() {
        assertThat(await(one.refresh(soon()))).isTrue();
        int readings = store.readings;

        assertThat(await(one.refresh(soon()))).isFalse();

        assertThat(store.readings).isEqualTo(readings);
    }

    @Test
    void readsMoreChangesThanOnePageHolds() {
        for (int tenant = 0; tenant < 2500; tenant++) {
            store.put(Optional.of("t" + tenant), "client", change(tenant + 1));
        }

        assertThat(await(one.refresh(soon()))).isTrue();

        for (int tenant = 0; tenant < 2500; tenant++) {
            assertThat(one.terms(client, "t" + tenant, Plan.FREE).limit().capacity())
                    .isEqualTo(tenant + 1);
        }
    }

    @Test
    void goesOnWithWhatItKnewWhileTheStoreIsAway() {
        store.put(Optional.empty(), "client", change(7));
        assertThat(await(one.refresh(soon()))).isTrue();
        store.away = true;

        assertThatThrownBy(() -> await(one.refresh(soon()))).hasMessage("away");

        assertThat(one.terms(client, "t", Plan.FREE).limit().capacity()).isEqualTo(7);
    }

    @Test
    void ignoresWhatThisConfigurationCannotHave() {
        store.put(Optional.empty(), "of-another-version", change(1));
        store.put(Optional.of("t"), "global", change(1));
        store.put(
                Optional.empty(),
                "global",
                new LimitChange(
                        1, new Rate(1, 1), Optional.empty(), Optional.of(Algorithm.LEAKY_BUCKET), Optional.empty()));
        store.put(Optional.of("t"), "client", change(7));

        assertThat(await(one.refresh(soon()))).isTrue();

        assertThat(one.terms(global).limit().capacity()).isEqualTo(20_000);
        assertThat(one.terms(client, "t", Plan.FREE).limit().capacity()).isEqualTo(7);
    }

    @Test
    void followsTheMultiplierAtOnce() {
        multiplier.percent = 20;

        assertThat(one.terms(client, "t", Plan.VIP).limit().capacity()).isEqualTo(200);
        assertThat(one.terms(global).limit().refill()).isEqualTo(new Rate(2000, 1));
        assertThat(one.unscaled(global).forAll().limit().capacity()).isEqualTo(20_000);
    }

    @Test
    void whatIsConfiguredTakesAChangeBack() {
        ChangeLimits changes = new ChangeLimits(one, store);
        await(changes.forAll(client, change(7), STAMP, soon()));

        PolicyTerms terms = await(changes.forAll(
                client,
                new LimitChange(20, new Rate(20, 2), Optional.empty(), Optional.empty(), Optional.empty()),
                STAMP,
                soon()));

        assertThat(terms.forAll().source()).isEqualTo(Origin.BASE);
        assertThat(one.terms(client, "t", Plan.VIP).limit().capacity()).isEqualTo(1000);
    }

    @Test
    void tellsWhatIsWrongWithAChange() {
        ChangeLimits changes = new ChangeLimits(one, store);
        LimitChange leaky = new LimitChange(
                1, new Rate(1, 1), Optional.empty(), Optional.of(Algorithm.LEAKY_BUCKET), Optional.empty());

        assertThat(changes.errors(client, leaky)).isEmpty();
        assertThat(changes.errors(global, leaky))
                .extracting(FieldError::pointer)
                .containsExactly("/algorithm");
        assertThat(changes.errors(client, change(9_007_199_255L)))
                .extracting(FieldError::pointer)
                .containsExactly("/capacity");
    }

    private CurrentPolicies policies() {
        return new CurrentPolicies(CONFIG, store, multiplier, TestInstances.one());
    }

    private static LimitChange change(long number) {
        return new LimitChange(number, new Rate(number, 1), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    @CanIgnoreReturnValue
    private static <T> T await(Uni<T> result) {
        return result.await().atMost(Duration.ofSeconds(30));
    }

    private static final class SettableMultiplier implements Multiplier {

        private int percent = 100;

        @Override
        public int percent() {
            return percent;
        }
    }
}
