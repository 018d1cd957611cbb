package io.oncegate.orders.payment;

/** What became of what a provider said of a payment unasked. */
public enum Heard {
    /** It was recorded, and the event with it. */
    APPLIED,
    /** It is known already, or says nothing that matters. */
    NOTHING_NEW,
    /** No attempt of this account is known by it. */
    NO_SUCH_PAYMENT,
    /** It contradicts what is recorded: an operator decides. Recorded, and the event with it. */
    IN_REVIEW,
    /** Nothing was recorded, and what it says may matter: it has to be heard again. */
    LATER
}
