package io.oncegate.payments.wire;

import io.oncegate.payments.ProviderOutcome.Unknown;

/** The ways in which an answer leaves open what happened, other than by its status alone. */
public final class Doubt {

    /** Not the provider's JSON, or something in it is missing or of another type. */
    public static final Unknown UNREADABLE = new Unknown("unreadable", false);

    /** A payment in a state that no table knows. */
    public static final Unknown UNKNOWN_STATE = new Unknown("unknown-state", false);

    /** A payment in a state that this request should not have met or brought about. */
    public static final Unknown UNEXPECTED_STATE = new Unknown("unexpected-state", false);

    /** One part of the answer says that no money moved, and another does not. */
    public static final Unknown CONTRADICTION = new Unknown("contradiction", false);

    /** Money moved, and a part of it was, or all of it is being, given back. */
    public static final Unknown REFUNDED = new Unknown("refunded", false);

    /** The payer has to do something, and the address for it is missing or none that a payer can be sent to. */
    public static final Unknown NO_REDIRECT = new Unknown("no-redirect", false);

    /** The idempotency key was used with other parameters: an earlier request exists. */
    public static final Unknown KEY_CONFLICT = new Unknown("key-conflict", false);

    /** Our reference is taken: an earlier request exists. */
    public static final Unknown REFERENCE_CONFLICT = new Unknown("reference-conflict", false);

    /** The payment is past the point up to which it can be stopped. */
    public static final Unknown NOT_CANCELABLE = new Unknown("not-cancelable", false);

    private Doubt() {}
}
