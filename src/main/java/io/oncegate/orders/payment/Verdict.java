package io.oncegate.orders.payment;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an operator has found out about a payment, at the provider.
 *
 * @param externalId what the provider calls the payment, where money moved
 * @param note why, for the audit
 */
public record Verdict(Outcome outcome, @Nullable String externalId, String note) {

    /** What became of the money. */
    public enum Outcome {
        /** It moved. */
        SUCCEEDED,
        /** It did not, and will not. */
        NOT_EXECUTED,
        /** The means of payment was refused. */
        DECLINED,
        /** It moved, and was given back. */
        REFUNDED;

        /** As the API writes it. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
