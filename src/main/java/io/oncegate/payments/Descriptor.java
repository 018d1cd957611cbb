package io.oncegate.payments;

import java.time.Duration;
import java.util.List;

/**
 * What a dialect can do. Decisions are made by it, never by a dialect's name.
 *
 * @param name of the dialect
 * @param operations those that lead to the money's move, in their order; the last one moves it
 * @param longestKey characters that an idempotency key may have; 0 where the provider takes none
 * @param keyRetention how long the provider remembers a key
 * @param storesServerErrors whether a 5xx may be remembered under its key and answered again
 * @param statusById whether a payment can be read by the provider's id
 * @param lookUp whether a payment can be found by our reference
 * @param cancels whether a payment that has not moved money can be stopped for good
 * @param longestProcessing after this long, a request that left has either had its effect or never will
 */
public record Descriptor(
        String name,
        List<ProviderOperation> operations,
        int longestKey,
        Duration keyRetention,
        boolean storesServerErrors,
        boolean statusById,
        LookUp lookUp,
        boolean cancels,
        Duration longestProcessing) {

    /** What a look-up by our reference is worth. */
    public enum LookUp {
        /** There is none. */
        NONE,
        /** What it finds is there; what it does not find may be there as well. */
        LAGS,
        /** What it does not find is not there. */
        STRONG
    }

    public Descriptor {
        operations = List.copyOf(operations);
    }

    /** Whether the provider recognises a request that is sent again. */
    public boolean keyed() {
        return longestKey > 0;
    }

    /** The operation that comes first. */
    public ProviderOperation first() {
        return operations.get(0);
    }

    /** The operation that moves the money. */
    public ProviderOperation last() {
        return operations.get(operations.size() - 1);
    }

    /** Whether this operation moves money. */
    public boolean moves(ProviderOperation operation) {
        return operation == last();
    }

    /** Whether anything can be asked about a payment after a request was lost. */
    public boolean answersQuestions() {
        return statusById || lookUp != LookUp.NONE;
    }
}
