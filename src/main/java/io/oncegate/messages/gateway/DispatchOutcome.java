package io.oncegate.messages.gateway;

import java.time.Duration;
import java.util.Optional;

/**
 * What is known after a call to a gateway. Whatever no rule of a protocol names is {@link Unknown}: a time-out is not a
 * failure.
 */
public sealed interface DispatchOutcome {

    /** One branch for each kind. */
    interface Cases<T> {
        T notSent(NotSent outcome);

        T sent(Sent outcome);

        T delivered(Delivered outcome);

        T undelivered(Undelivered outcome);

        T rejected(Rejected outcome);

        T absent(Absent outcome);

        T unknown(Unknown outcome);
    }

    /** Hands this to the branch for its kind. */
    <T> T match(Cases<T> cases);

    /** A word for metrics. */
    String word();

    /**
     * The gateway has done nothing with the message and never will by this request: it did not leave, or was turned
     * away at the door (401, 403, 429). The same may be sent again later.
     *
     * @param why one word: {@code no-connection}, {@code breaker-open}, {@code too-many-requests} ...
     * @param left whether it left, which makes it one of the message's attempts
     */
    record NotSent(String why, boolean left, Optional<Duration> retryAfter) implements DispatchOutcome {

        /** The reason where the gateway does not know us: nothing is sent to it for a while. */
        public static final String CREDENTIALS_REFUSED = "credentials-refused";

        /** The reason where the message cannot even be written, now or later. */
        public static final String FAULT = "fault";

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.notSent(this);
        }

        @Override
        public String word() {
            return "not_sent";
        }
    }

    /** The gateway has it, and carries it now or later. */
    record Sent(Optional<String> externalId) implements DispatchOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.sent(this);
        }

        @Override
        public String word() {
            return "sent";
        }
    }

    /** It has reached its recipient. */
    record Delivered(Optional<String> externalId) implements DispatchOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.delivered(this);
        }

        @Override
        public String word() {
            return "delivered";
        }
    }

    /**
     * The gateway took it and could not bring it to its recipient.
     *
     * @param reason the gateway's word, of at most 64 characters
     */
    record Undelivered(String reason) implements DispatchOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.undelivered(this);
        }

        @Override
        public String word() {
            return "undelivered";
        }
    }

    /**
     * The gateway refused it for good.
     *
     * @param reason the gateway's word, of at most 64 characters
     */
    record Rejected(String reason) implements DispatchOutcome {
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
     * The gateway was asked and knows no such message. No proof that it will never have it: a request may be on its way.
     */
    record Absent() implements DispatchOutcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.absent(this);
        }

        @Override
        public String word() {
            return "absent";
        }
    }

    /**
     * It may have been taken.
     *
     * @param why one word: {@code timeout}, {@code closed}, {@code unreadable}, {@code status-503} ...
     */
    record Unknown(String why) implements DispatchOutcome {
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
