package io.oncegate.bench;

import java.util.Locale;

/** What callers do. Each is a script of the load generator, but for {@link #OPEN}. */
enum Scenario {
    NEW("new orders", false),
    HOT("replays of one hot key", false),
    SPREAD("replays over many keys", false),
    DENIED("denied subject", true),
    MIXED("nine new, one replay", false),
    /** New orders, each paid at a provider that the sandbox plays: two calls and three statements. */
    PAID("orders with a payment", false),
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

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether every answer must be a refusal; in the others none may be. */
    boolean refused() {
        return refused;
    }
}
