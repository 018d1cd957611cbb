package io.oncegate.payments;

import java.util.Optional;

/** How a protocol's provider tells of payments unasked. Thread-safe. */
public interface Notices {

    /** By what a notice is known to be the provider's. */
    enum Scheme {
        /** {@code Stripe-Signature: t=,v1=}. */
        STRIPE,
        /** Standard Webhooks: {@code webhook-id}, {@code webhook-timestamp}, {@code webhook-signature}. */
        STANDARD,
        /** A member {@code Token} in the body, over its other members and the account's password. */
        TOKEN,
        /** By nothing: whatever it says is a hint to ask the provider. */
        UNSIGNED
    }

    /** By what a notice is known. */
    Scheme scheme();

    /** What the provider waits for as the body of a 200, as {@code text/plain}. */
    String acknowledgement();

    /** A notice's body; empty for what is none, and for one that is about something else than a payment. */
    Optional<Notice> read(byte[] body);
}
