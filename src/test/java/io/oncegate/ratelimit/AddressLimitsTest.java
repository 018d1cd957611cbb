package io.oncegate.ratelimit;

import static io.oncegate.ratelimit.FixedPolicies.limit;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.address.ClientAddress;
import io.oncegate.ratelimit.AddressLimits.Pass;
import io.oncegate.ratelimit.decision.SubjectHash;
import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.local.InstanceBucketsAt;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AddressLimitsTest {

    private static final ClientAddress SOMEBODY = new ClientAddress("203.0.113.7", "203.0.113.7");

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void refuseBeyondTheCapacityAndSayHowLong() {
        AddressLimits limits = limits(new FixedPolicies().with("address", Level.IP, limit(3, 2), Mode.ENFORCE));

        for (int i = 2; i >= 0; i--) {
            assertThat(one(limits, SOMEBODY).remaining()).isEqualTo(i);
        }
        Verdict refused = one(limits, SOMEBODY);

        assertThat(refused.denies()).isTrue();
        assertThat(refused.waitMicros()).isEqualTo(500_000);
        assertThat(refused.toFullMicros()).isEqualTo(1_500_000);
        assertThat(refused.source()).isEqualTo(Source.LOCAL);
        assertThat(refused.subject()).isEqualTo(SubjectHash.of("address 203.0.113.7"));
        nanos.addAndGet(Duration.ofMillis(500).toNanos());
        assertThat(one(limits, SOMEBODY).answer()).isEqualTo(Answer.GRANTED);
    }

    @Test
    void countAllAddressesOfOneSubjectAsOne() {
        AddressLimits limits = limits(new FixedPolicies().with("address", Level.IP, limit(3, 2), Mode.ENFORCE));

        long granted = IntStream.range(0, 1000)
                .mapToObj(i -> new ClientAddress("2001:db8::" + Integer.toHexString(i), "2001:db8::/64"))
                .filter(address -> one(limits, address).answer() == Answer.GRANTED)
                .count();

        assertThat(granted).isEqualTo(3);
        assertThat(one(limits, SOMEBODY).answer()).isEqualTo(Answer.GRANTED);
    }

    @Test
    void takeFromNoPolicyWhereOneRefuses() {
        AddressLimits limits = limits(new FixedPolicies()
                .with("narrow", Level.IP, limit(1, 1), Mode.ENFORCE)
                .with("wide", Level.IP, limit(10, 1), Mode.ENFORCE));

        Pass first = limits.charge(SOMEBODY, policy -> true);
        Pass second = limits.charge(SOMEBODY, policy -> true);
        Verdict wide = limits.charge(SOMEBODY, policy -> policy.name().equals("wide"))
                .decision()
                .verdicts()
                .get(0);

        assertThat(first.decision().allows()).isTrue();
        assertThat(second.decision().allows()).isFalse();
        assertThat(wide.remaining()).isEqualTo(8);
    }

    @Test
    void askNoOtherLevel() {
        AddressLimits limits = limits(new FixedPolicies()
                .with("client", Level.CLIENT, limit(1, 1), Mode.ENFORCE)
                .with("global", Level.GLOBAL, limit(1, 1), Mode.ENFORCE));

        Pass pass = limits.charge(SOMEBODY, policy -> true);

        assertThat(pass.decision().verdicts()).isEmpty();
        assertThat(pass.charges()).isEmpty();
        assertThat(pass.decision().allows()).isTrue();
    }

    @Test
    void onlyCountInShadow() {
        AddressLimits limits = limits(new FixedPolicies().with("address", Level.IP, limit(1, 1), Mode.SHADOW));

        Verdict first = one(limits, SOMEBODY);
        Verdict owing = one(limits, SOMEBODY);

        assertThat(first.answer()).isEqualTo(Answer.GRANTED);
        assertThat(owing.answer()).isEqualTo(Answer.REFUSED);
        assertThat(owing.enforced()).isFalse();
        assertThat(owing.denies()).isFalse();
        assertThat(owing.remaining()).isEqualTo(-1);
    }

    @Test
    void giveBackWhatWasTaken() {
        AddressLimits limits = limits(new FixedPolicies().with("address", Level.IP, limit(1, 1), Mode.ENFORCE));
        Pass pass = limits.charge(SOMEBODY, policy -> true);

        limits.giveBack(pass.charges());

        assertThat(one(limits, SOMEBODY).answer()).isEqualTo(Answer.GRANTED);
        assertThat(one(limits, SOMEBODY).answer()).isEqualTo(Answer.REFUSED);
    }

    private AddressLimits limits(FixedPolicies policies) {
        return new AddressLimits(policies, InstanceBucketsAt.time(nanos::get));
    }

    private static Verdict one(AddressLimits limits, ClientAddress address) {
        return limits.charge(address, policy -> true).decision().verdicts().get(0);
    }
}
