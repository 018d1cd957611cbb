package io.oncegate.payments;

import java.time.Duration;
import java.util.Optional;

/**
 * What is known after a call to a provider. Whatever no rule of a dialect names is {@link Unknown}: a time-out is not a
 * failure.
 */
public sealed interface ProviderOutcome {

    /** One branch for each kind. */
    interface Cases<T> {

        T notSent(NotSent outcome);

        T busy(Busy outcome);

        T created(Created outcome);

        T succeeded(Succeeded outcome);

        T actionRequired(ActionRequired outcome);

        T refunded(Refunded outcome);

        T pending(Pending outcome);

        T declined(Declined outcome);

        T rejected(Rejected outcome);

        T absent(Absent outcome);

        T canceled(Canceled outcome);

        T mismatch(Mismatch outcome);

        T unknown(Unknown outcome);
    }

    /** Hands this to the branch for its kind. */
    <T> T match(Cases<T> cases);

    /** A word for metrics. */
    String word();

    /**
     * The provider has done nothing with the request and never will: it did not leave, or was turned away at the door
     * (401, 403, 429). The same request may be sent again later.
     *
     * @param why one word: {@code no-connection}, {@code breaker-open}, {@code credentials-refused} ...
     */
    record NotSent(String why, Optional<Duration> retryAfter) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.notSent(this);
        }

        @Override
        public String word() {
            return "not_sent";
        }
    }

    /** An earlier request with the same key is still being processed there. */
    record Busy(Optional<Duration> retryAfter) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.busy(this);
        }

        @Override
        public String word() {
            return "busy";
        }
    }

    /** The payment exists there and waits for the operation that moves the money. */
    record Created(String externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.created(this);
        }

        @Override
        public String word() {
            return "created";
        }
    }

    /** The money moved: reference, amount and currency are those that were asked for. */
    record Succeeded(String externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.succeeded(this);
        }

        @Override
        public String word() {
            return "succeeded";
        }
    }

    /** The money moved, and all of it was given back. */
    record Refunded(String externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.refunded(this);
        }

        @Override
        public String word() {
            return "refunded";
        }
    }

    /**
     * The payer has to do something.
     *
     * @param redirectUrl where; empty where the provider does not say it again
     */
    record ActionRequired(String externalId, Optional<String> redirectUrl) implements ProviderOutcome {

        /** With the address. */
        public ActionRequired(String externalId, String redirectUrl) {
            this(externalId, Optional.of(redirectUrl));
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.actionRequired(this);
        }

        @Override
        public String word() {
            return "action_required";
        }
    }

    /** The provider works on it, and says so. */
    record Pending(Optional<String> externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.pending(this);
        }

        @Override
        public String word() {
            return "pending";
        }
    }

    /**
     * The means of payment was refused, or cannot be used; no money moved.
     *
     * @param reason the provider's word for it, of at most 64 characters
     */
    record Declined(String reason, Optional<String> externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.declined(this);
        }

        @Override
        public String word() {
            return "declined";
        }
    }

    /**
     * The request was refused as malformed; no money moved.
     *
     * @param reason the provider's word for it, of at most 64 characters
     */
    record Rejected(String reason) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.rejected(this);
        }

        @Override
        public String word() {
            return "rejected";
        }
    }

    /**
     * The provider was asked and shows no move of money: it knows no such payment, or one whose money has not moved and
     * that nothing is working on. No proof by itself: a request may still be on its way.
     */
    record Absent(Optional<String> externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.absent(this);
        }

        @Override
        public String word() {
            return "absent";
        }
    }

    /** The provider's own word that this payment has not moved money and never will. */
    record Canceled(String externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.canceled(this);
        }

        @Override
        public String word() {
            return "canceled";
        }
    }

    /**
     * A readable answer about another amount, currency or reference than was asked for.
     *
     * @param what which of them: {@code amount}, {@code currency}, {@code reference}
     */
    record Mismatch(String what, Optional<String> externalId) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.mismatch(this);
        }

        @Override
        public String word() {
            return "mismatch";
        }
    }

    /**
     * It may have happened.
     *
     * @param why one word: {@code timeout}, {@code closed}, {@code unreadable}, {@code status-500},
     *     {@code key-conflict} ...
     * @param answeredError whether a server error was answered, which the provider may keep under the request's key
     */
    record Unknown(String why, boolean answeredError) implements ProviderOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unknown(this);
        }

        @Override
        public String word() {
            return "unknown";
        }
    }
}
