package io.oncegate.payments;

import io.oncegate.outbound.BaseUrl;
import io.oncegate.payments.PaymentsConfig.AccountConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Checks of one account's settings. */
final class AccountSettings {

    private static final int MOST_IN_FLIGHT = 1000;
    private static final int MOST_PER_SECOND = 10_000;

    private final String prefix;
    private final AccountConfig config;
    private final Duration sendWithin;
    private final List<String> complaints = new ArrayList<>();

    AccountSettings(String prefix, AccountConfig config, Duration sendWithin) {
        this.prefix = prefix;
        this.config = config;
        this.sendWithin = sendWithin;
    }

    /** A sentence for each reason not to start; {@code dialects} are those that are spoken. */
    List<String> complaints(Map<String, Descriptor> dialects) {
        Descriptor dialect = dialects.get(config.dialect());
        if (dialect == null) {
            complain(
                    "dialect",
                    "must be one that is spoken here: " + String.join(", ", new TreeSet<>(dialects.keySet())));
        } else {
            settling(dialect);
        }
        if (!config.url().map(BaseUrl::isOne).orElse(true)) {
            complain("url", BaseUrl.RULE);
        }
        range("in-flight", config.inFlight(), MOST_IN_FLIGHT);
        range("calls-per-second", config.callsPerSecond(), MOST_PER_SECOND);
        config.keyRetention().ifPresent(retention -> positive("key-retention", retention));
        return complaints;
    }

    private void settling(Descriptor dialect) {
        Duration settleAfter = config.settleAfter().orElse(dialect.longestProcessing());
        positive("settle-after", settleAfter);
        if (settleAfter.toMillis() > 0 && sendWithin.multipliedBy(2).compareTo(settleAfter) > 0) {
            complain(
                    "settle-after",
                    "must be at least twice oncegate.payments.send-within, or a request may still leave when it is"
                            + " taken for never sent");
        }
    }

    private void positive(String member, Duration value) {
        if (value.toMillis() < 1) {
            complain(member, "must be at least 1 ms");
        }
    }

    private void range(String member, int value, int most) {
        if (value < 1 || value > most) {
            complain(member, "must be from 1 to " + most);
        }
    }

    private void complain(String member, String what) {
        complaints.add(prefix + member + " " + what + ".");
    }
}
