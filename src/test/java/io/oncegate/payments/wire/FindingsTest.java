package io.oncegate.payments.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Canceled;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingsTest {

    private static final List<ProviderOutcome> STRONGEST_FIRST = List.of(
            new Succeeded("a"),
            new Mismatch("amount", Optional.of("b")),
            Doubt.REFUNDED,
            new Pending(Optional.of("c")),
            new ActionRequired("d", "https://bank.example"),
            new Refunded("h"),
            new Absent(Optional.of("e")),
            new Declined("f", Optional.empty()),
            new Canceled("g"));

    @Test
    void areAbsentWhereThereAreNone() {
        assertThat(Findings.strongest(List.of())).isEqualTo(new Absent(Optional.empty()));
    }

    @Test
    void speakWithTheStrongestWhateverTheOrder() {
        for (int from = 0; from < STRONGEST_FIRST.size(); from++) {
            List<ProviderOutcome> some = new ArrayList<>(STRONGEST_FIRST.subList(from, STRONGEST_FIRST.size()));
            Collections.reverse(some);

            assertThat(Findings.strongest(some)).isEqualTo(STRONGEST_FIRST.get(from));
        }
    }
}
