package io.oncegate.payments.wire;

import io.oncegate.outbound.wire.ExternalId;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What an answer says about a payment. Its state means nothing before it is known to be the payment that was asked for.
 *
 * @param amount in the unit in which the provider writes it
 */
public record AnsweredPayment(String id, String state, String reference, BigDecimal amount, String currency) {

    /** Empty unless all of it was answered. */
    public static Optional<AnsweredPayment> of(
            Optional<String> id,
            Optional<String> state,
            Optional<String> reference,
            Optional<BigDecimal> amount,
            Optional<String> currency) {
        if (state.isEmpty() || reference.isEmpty() || amount.isEmpty() || currency.isEmpty()) {
            return Optional.empty();
        }
        return ExternalId.sane(id)
                .map(sane -> new AnsweredPayment(sane, state.get(), reference.get(), amount.get(), currency.get()));
    }

    /**
     * The first of reference, amount and currency that differs; empty where all are equal, amounts by their value.
     *
     * @param asked the amount that was asked for; empty where the provider cannot even write it
     */
    public Optional<ProviderOutcome> differsFrom(String reference, Optional<BigDecimal> asked, String currency) {
        if (!this.reference.equals(reference)) {
            return Optional.of(mismatch("reference"));
        }
        if (asked.filter(value -> value.compareTo(amount) == 0).isEmpty()) {
            return Optional.of(mismatch("amount"));
        }
        return this.currency.equals(currency) ? Optional.empty() : Optional.of(mismatch("currency"));
    }

    private Mismatch mismatch(String what) {
        return new Mismatch(what, Optional.of(id));
    }
}
