package io.oncegate.bench;

import java.util.Locale;

/** What callers do. Each that is a closed loop is a script of the load generator. */
enum Scenario {
    NEW("new orders", false),
    HOT("replays of one hot key", false),
    SPREAD("replays over many keys", false),
    DENIED("denied subject", true),
    MIXED("nine new, one replay", false),
    /** New orders, each paid at a provider that the sandbox plays: two calls and three statements. */
    PAID("orders with a payment", false),
    /** Accepted, while the gateway that the sandbox plays is given what it may be given. */
    MESSAGES("new messages", false),
    /** On a machine that has nothing else to do. Measured with {@link #MESSAGES}. */
    DISPATCH("messages, from the 202 to the gateway", false),
    /** New orders at a constant rate, whether answers come or not. */
    OPEN("new orders, open loop", false);

    private final String title;
    private final boolean refused;

    Scenario(String title, boolean refused) {
        this.title = title;
        this.refused = refused;
    }

    String title() {
        return title;
    }

    /** As the command line has it. */
    String word() {
        return (this == DISPATCH ? MESSAGES : this).name().toLowerCase(Locale.ROOT);
    }

    /** Whether so many connections have one request under way each; others go at a pace of their own. */
    boolean isClosedLoop() {
        return this != OPEN && this != DISPATCH;
    }

    /** Whether the service alone can do it, of all that are measured. */
    boolean isOursAlone() {
        return this == PAID || this == MESSAGES || this == DISPATCH;
    }

    /** Whether every answer must be a refusal; in the others none may be. */
    boolean refused() {
        return refused;
    }
}
