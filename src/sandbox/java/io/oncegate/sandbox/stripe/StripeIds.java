package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Ids;

/** The names Stripe gives. */
final class StripeIds {
    private static final int OBJECT = 24;
    private static final int SECRET = 25;
    private static final int REQUEST = 14;

    private StripeIds() {}

    static String intent() {
        return Ids.random("pi_", OBJECT);
    }

    static String charge() {
        return Ids.random("ch_", OBJECT);
    }

    static String event() {
        return Ids.random("evt_", OBJECT);
    }

    static String request() {
        return Ids.random("req_", REQUEST);
    }

    static String secretOf(String intent) {
        return Ids.random(intent + "_secret_", SECRET);
    }
}
