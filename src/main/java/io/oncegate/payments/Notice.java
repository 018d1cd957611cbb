package io.oncegate.payments;

import java.util.Optional;
import java.util.function.Function;

/**
 * What a provider tells of a payment unasked.
 *
 * @param eventId what the provider calls the telling itself; empty where it has no name for it
 * @param type the provider's word for what happened
 * @param externalId what the provider calls the payment
 * @param reference our {@link Charge#reference()}, where the provider repeats it; it may be anything
 * @param meaning what it comes to for a charge: amount, currency and reference are compared with it. {@code Absent} where
 *     it says nothing that matters
 */
public record Notice(
        Optional<String> eventId,
        String type,
        Optional<String> externalId,
        Optional<String> reference,
        Function<Charge, ProviderOutcome> meaning) {}
