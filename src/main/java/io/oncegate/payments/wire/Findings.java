package io.oncegate.payments.wire;

import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Canceled;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a look-up found under one reference. */
public final class Findings {

    /** Money that moved, then what may be money that moved, then what is moving some; what ended comes last. */
    private static final List<Class<? extends ProviderOutcome>> STRONGEST_FIRST = List.of(
            Succeeded.class,
            Mismatch.class,
            Unknown.class,
            Pending.class,
            ActionRequired.class,
            Refunded.class,
            Absent.class,
            Declined.class,
            Canceled.class);

    private Findings() {}

    /** The one payment that speaks for all of them; absent where there is none. */
    public static ProviderOutcome strongest(List<ProviderOutcome> payments) {
        return payments.stream()
                .min(Comparator.comparingInt(payment -> STRONGEST_FIRST.indexOf(payment.getClass())))
                .orElseGet(() -> new Absent(Optional.empty()));
    }
}
